# An image whose code takes seconds to read: whoever waits is told for what, once.
#: says
#: prints one
#: prints one
if ! command -v cc > /dev/null; then
    echo "no compiler"
    exit 77
fi
flags=$("$PYTHON" -c 'import sysconfig; print(sysconfig.get_path("include"))')
cat > much.c <<'END'
#include <Python.h>

__asm__(".section .text.much,\"ax\",@progbits\n"
        ".fill 67108864, 1, 0xcc\n"
        ".text\n");

static struct PyModuleDef definition = { PyModuleDef_HEAD_INIT, .m_name = "much" };

PyMODINIT_FUNC
PyInit_much(void)
{
    return PyModule_Create(&definition);
}
END
env -u LD_PRELOAD cc -shared -fPIC -I"$flags" -o much.so much.c || exit 77
export REFTALLY_CACHE=$PWD/plans
mkdir plans
for time in first second; do
    "$PYTHON" -S -c 'import much; print("one")'
done
