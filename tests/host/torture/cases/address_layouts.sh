# Address space laid out otherwise: from below, at the same place each time, in
# three gigabytes, with all that can be read executable.
#: prints none 20000
#: prints -L 20000
#: prints -R 20000
#: prints -3 20000
#: prints -X 20000
program='import sys, decimal; print(sys.argv[1], len([[i] for i in range(20000)]))'
command -v setarch >/dev/null || { echo "there is no setarch"; exit 77; }
(ulimit -s unlimited; exec "$PYTHON" -S -c "$program" none)
for layout in -L -R -3 -X; do
    setarch "$(uname -m)" $layout "$PYTHON" -S -c "$program" $layout
done
