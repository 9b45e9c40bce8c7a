# All three standard descriptors are closed.
#: prints status 0
"$PYTHON" -S -c '
kept = [[i] for i in range(10000)]
' 0<&- 1>&- 2>&-
echo "status $?"
