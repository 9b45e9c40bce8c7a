# The system lets stubs become executable, but not the interpreter's code once
# more (SELinux with execmem and without execmod).
#: prints 10000
#: says
#: ledger any
env -u LD_PRELOAD "$PYTHON" -S -c '
import struct, sys
with open(sys.argv[1], "rb") as file:
    sys.exit(struct.unpack_from("<H", file.read(64), 16)[0] != 2)' "$PYTHON" ||
    { echo "needs an interpreter that does not move"; exit 77; }
exec env -u LD_PRELOAD "$PYTHON" -S -c '
import ctypes, os, struct, sys

python, preload = sys.argv[1:]
with open(python, "rb") as file:
    elf = file.read(4096)
offset, = struct.unpack_from("<Q", elf, 32)
size, count = struct.unpack_from("<HH", elf, 54)
for i in range(count):
    kind, flags, _, start, _, _, length = struct.unpack_from(
        "<IIQQQQQ", elf, offset + i * size)
    if kind == 1 and flags & 1:
        break
MPROTECT, ARGUMENTS, EXECUTE = 10, 16, 4
LOAD, EQUAL, GREATER, BITS, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, REFUSE = 0x7fff0000, 0x50000 | 13
program = [
    (LOAD, 0, 0, 0), (EQUAL, 0, 8, MPROTECT),
    (LOAD, 0, 0, ARGUMENTS + 4), (EQUAL, 0, 6, 0),
    (LOAD, 0, 0, ARGUMENTS), (GREATER, 0, 4, start & ~4095),
    (GREATER, 3, 0, start + length),
    (LOAD, 0, 0, ARGUMENTS + 16), (BITS, 0, 1, EXECUTE),
    (RETURN, 0, 0, REFUSE), (RETURN, 0, 0, ALLOW),
]
code = b"".join(struct.pack("<HBBI", *row) for row in program)
libc = ctypes.CDLL(None)
buffer = ctypes.create_string_buffer(code)
filter = struct.pack("<HxxxxxxQ", len(program), ctypes.addressof(buffer))
if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, filter, 0, 0):
    print("no seccomp")
    sys.exit(77)
if preload:
    os.environ["LD_PRELOAD"] = preload
os.execv(python, [python, "-S", "-c",
                  "print(len([[i] for i in range(10000)]))"])
' "$PYTHON" "$LD_PRELOAD"
