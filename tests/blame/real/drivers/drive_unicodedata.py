import unicodedata

from exercise import Failing, LASTING_TEXT, tried

TEXTS = ["a", "\u00e9", "\uac00", "\u1100\u1161\u11a8", "e\u0301\u0323",
         "\u2460", "\ufb01", "\U0001f600", "", "abc" * 30, "\ud800",
         "\u00bd", "\u0660", "\u4e00", "x\u0323\u0307y", "\u212b" * 40]
NAMES = ["LATIN SMALL LETTER A", "HANGUL SYLLABLE GA", "nonsense",
         "CJK UNIFIED IDEOGRAPH-4E00", "CJK UNIFIED IDEOGRAPH-ZZZZ",
         "x" * 300, "LATIN SMALL LETTER R WITH TILDE", "\u20ac", 5]


def step():
    for data in (unicodedata, unicodedata.ucd_3_2_0):
        for text in TEXTS + [LASTING_TEXT[0], 5, None, Failing()]:
            for form in ("NFC", "NFD", "NFKC", "NFKD", "odd", 5):
                tried(data.normalize, form, text)
                tried(data.is_normalized, form, text)
            for function in (data.decimal, data.digit, data.numeric,
                             data.category, data.bidirectional, data.name,
                             data.combining, data.mirrored, data.lookup,
                             data.east_asian_width, data.decomposition):
                tried(function, text)
                tried(function, text, LASTING_TEXT[1])
                tried(function, text, object())
        for name in NAMES:
            tried(data.lookup, name)
        data.unidata_version
