import binascii

from exercise import Failing, LASTING_BYTES, tried

DATA = [b"", b"some data here" * 5, b"\0\xff\x80", bytearray(b"more"), "text",
        "\u20ac", 5, Failing(), memoryview(b"view"), b"c29tZQ==", b"ab",
        b"abc", b"zz", b"=41=\n", b"#86%B8P  \n", LASTING_BYTES[0],
        b"\x90\x00", b"a" * 60, b"c29=tZQ", b"x=", "a\xe9"]


def step():
    for data in DATA:
        for function in (binascii.a2b_uu, binascii.b2a_uu, binascii.crc32,
                         binascii.a2b_base64, binascii.b2a_base64,
                         binascii.b2a_hex, binascii.a2b_hex, binascii.hexlify,
                         binascii.unhexlify, binascii.a2b_qp,
                         binascii.b2a_qp):
            tried(function, data)
            tried(function, data, 5)
            tried(function, data, "x")
        tried(binascii.crc_hqx, data, 5)
        tried(binascii.a2b_base64, data, strict_mode=True)
        tried(binascii.b2a_base64, data, newline=False)
        tried(binascii.b2a_uu, data, backtick=True)
        for separator in (":", b"-", "ab", "\u20ac", 5, Failing(), ""):
            tried(binascii.hexlify, data, separator)
            tried(binascii.hexlify, data, separator, -2)
        tried(binascii.b2a_qp, data, quotetabs=True, header=True)
    tried(binascii.a2b_hex), tried(binascii.b2a_uu)
