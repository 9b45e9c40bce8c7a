# Root with the HOME of somebody else takes nothing from them.
#: prints 10000
#: prints no .cache
[ "$(id -u)" = 0 ] || { echo "needs root"; exit 77; }
mkdir home && chown 65534 home || exit 1
REFTALLY_CACHE= XDG_CACHE_HOME= HOME=$PWD/home "$PYTHON" -S -c \
    'print(len([[i] for i in range(10000)]))'
[ -e home/.cache ] && ls -lRn home/.cache || echo "no .cache"
