import _lzma

from exercise import Failing, LASTING_BYTES, tried

TEXT = b"some text that is repeated, " * 10
DELTA = {"id": _lzma.FILTER_DELTA, "dist": 4}
LZMA2 = {"id": _lzma.FILTER_LZMA2, "preset": 0, "dict_size": 4096}
LZMA1 = {"id": _lzma.FILTER_LZMA1, "dict_size": 4096}
X86 = {"id": _lzma.FILTER_X86, "start_offset": 0}
BAD = [5, {}, {"id": 99}, {"id": "x"}, {"id": _lzma.FILTER_LZMA2, "x": 1},
       {"id": _lzma.FILTER_DELTA, "dist": "x"}, Failing(), {"id": 1 << 90},
       {"id": _lzma.FILTER_LZMA2, "dict_size": -1}, {"no": 1},
       {"id": _lzma.FILTER_X86, "start_offset": "x"},
       {"id": _lzma.FILTER_LZMA2, "preset": "x"}]


def step():
    for form, filters in ((_lzma.FORMAT_XZ, [LZMA2]),
                          (_lzma.FORMAT_RAW, [DELTA, LZMA2]),
                          (_lzma.FORMAT_ALONE, [LZMA1]),
                          (_lzma.FORMAT_RAW, [X86, LZMA2])):
        one = _lzma.LZMACompressor(form, filters=filters)
        data = one.compress(TEXT) + one.compress(LASTING_BYTES[0])
        tried(one.compress, 5)
        data += one.flush()
        tried(one.flush), tried(one.compress, b"x")
        raw = filters if form == _lzma.FORMAT_RAW else None
        for limit in (-1, 10, 0):
            other = tried(_lzma.LZMADecompressor, form
                          if raw else _lzma.FORMAT_AUTO, None, raw)
            for at in range(0, len(data), 25):
                tried(other.decompress, data[at:at + 25], limit)
            for _ in range(3):
                tried(other.decompress, b"", limit)
            tried(other.decompress, b"", -1)
            tried(other.decompress, b"more after the end")
            other.eof, other.check, other.needs_input, other.unused_data
        again = tried(_lzma.LZMADecompressor, filters=raw, format=form)
        tried(again.decompress, data + b"behind it"), again.unused_data
        broken = tried(_lzma.LZMADecompressor, filters=raw, format=form)
        tried(broken.decompress, b"nonsense" * 5), tried(broken.decompress, 5)
    for form in (_lzma.FORMAT_RAW, _lzma.FORMAT_ALONE, 99):
        for bad in BAD:
            for filters in ([bad], [LZMA2, bad], [bad] * 9):
                tried(_lzma.LZMACompressor, form, filters=filters)
                tried(_lzma.LZMADecompressor, form, filters=filters)
                tried(_lzma._encode_filter_properties, bad)
        tried(_lzma.LZMACompressor, form, -1, "x")
        tried(_lzma.LZMACompressor, form, 99, 2, [LZMA2])
        tried(_lzma.LZMADecompressor, form, memlimit=5)
        tried(_lzma.LZMADecompressor, form, memlimit="x")
        tried(_lzma.LZMADecompressor, form, 10 ** 9)
    for one in (LZMA1, LZMA2, DELTA, X86):
        data = tried(_lzma._encode_filter_properties, one)
        if one is LZMA2:
            tried(_lzma._decode_filter_properties, one["id"], data)
            tried(_lzma._decode_filter_properties, one["id"], b"x" * 20)
    tried(_lzma._decode_filter_properties, 99, b""), _lzma.is_check_supported(1)
    tried(_lzma._decode_filter_properties, "x", b"")
