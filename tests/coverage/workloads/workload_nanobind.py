"""lief, made with nanobind: binaries parsed, read and changed."""

try:
    import lief
except ImportError:
    print("lief is not installed")
    raise SystemExit

import os

lief.logging.disable()
path = next(path for path in ("/lib64/ld-linux-x86-64.so.2", "/bin/true")
            if os.path.exists(path))
for round in range(4):
    binary = lief.parse(path)
    sizes = [section.size for section in binary.sections]
    names = sorted(symbol.name for symbol in binary.symbols)
    for segment in binary.segments:
        assert len(bytes(segment.content)) == segment.physical_size
    binary.header.entrypoint += 16
    section = lief.ELF.Section(".made")
    section.content = list(range(200))
    binary.add(section, False)
    print(sum(sizes) > 0, len(names) > 10, len(section.content),
          len(str(binary.header)) > 100)
    try:
        section.content = "text"
    except TypeError as error:
        print(type(error).__name__)
