"""Replies of Redis are parsed, some in parts and some that are none."""
#: needs hiredis
import hiredis

for number in range(1000):
    reader = hiredis.Reader(encoding="utf-8", errors="strict")
    reader.feed(b"*3\r\n$1\r\na\r\n:1\r\n")
    assert reader.gets() is False
    reader.feed(b"-ERR no\r\n")
    found = reader.gets()
    hiredis.pack_command(("SET", "a", number))
    try:
        reader.feed(b"bad\r\n")
        reader.gets()
    except hiredis.ProtocolError:
        pass
    reader = hiredis.Reader(encoding="ascii")
    reader.feed(b"$1\r\n\xff\r\n")
    try:
        reader.gets()
    except UnicodeDecodeError:
        pass
print(found[:2], type(found[2]).__name__)
