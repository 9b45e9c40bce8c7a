import _csv

from exercise import Awkward, Failing, LASTING_TEXT, failing_after, tried

ROWS = ['a,b,c\r\n', '1,"two, three",4\n', '"a ""quoted"" one",x\n',
        '"over\n', 'two lines",z\n', ',,\n', '', ' x , y \n', 'a\\,b,c\n',
        "'q','r'\n", 'x;y;z\n', '1.5,"text",2\n', '"a"b,c\n']


class Dialect:
    delimiter, quotechar, escapechar = ";", "'", "\\"
    doublequote, skipinitialspace = False, True
    lineterminator, quoting, strict = "\n", _csv.QUOTE_NONNUMERIC, False


class Sink:
    def __init__(self):
        self.rows = []

    def write(self, text):
        self.rows.append(text)
        return len(text)


class Broken:
    def write(self, text):
        raise Awkward


WAYS = [{}, {"delimiter": ";"}, {"quotechar": "'"}, {"escapechar": "\\"},
        {"doublequote": False}, {"skipinitialspace": True}, {"strict": True},
        {"quoting": _csv.QUOTE_ALL}, {"quoting": _csv.QUOTE_NONE},
        {"quoting": _csv.QUOTE_NONNUMERIC}, {"lineterminator": "|"},
        {"quoting": _csv.QUOTE_NONE, "escapechar": "\\"},
        {"quotechar": None, "quoting": _csv.QUOTE_NONE},
        {"dialect": Dialect}, {"dialect": Dialect()}]
WRONG = [{"delimiter": "xx"}, {"delimiter": 5}, {"quotechar": "xx"},
         {"quoting": 99}, {"quoting": "x"}, {"lineterminator": 5},
         {"escapechar": 7}, {"dialect": "none such"}, {"dialect": Failing()},
         {"quotechar": None}, {"unknown": 1}, {"delimiter": ""},
         {"lineterminator": None}, {"dialect": 5}]


def read(**named):
    reader = _csv.reader(ROWS, **named)
    for _ in range(len(ROWS) + 2):
        if tried(next, reader) is None and reader.line_num >= len(ROWS):
            break
    return reader.line_num, reader.dialect.delimiter


def write(**named):
    sink = Sink()
    writer = _csv.writer(sink, **named)
    for row in ([1, 2.5, "x", None, b"y"], ["a,b", 'q"r', "new\nline", ""],
                [LASTING_TEXT[0], 10 ** 30, True], [], [""], [None],
                ("t", "u;v", "w'x"), iter(["one", "two\\"]), "text"):
        tried(writer.writerow, row)
    tried(writer.writerow, 5)
    tried(writer.writerow, failing_after(3, str))
    tried(writer.writerow, ["a", Failing()])
    tried(writer.writerows, [["a", 1], ["b", 2]])
    tried(writer.writerows, [["a", 1], 5])
    tried(writer.writerows, failing_after(2, list))
    tried(writer.writerows, 5)
    return writer.dialect.quotechar


def dialects():
    for named in WAYS:
        tried(_csv.register_dialect, "mine", **named)
        one = _csv.get_dialect("mine")
        [getattr(one, name) for name in (
            "delimiter", "doublequote", "escapechar", "lineterminator",
            "quotechar", "quoting", "skipinitialspace", "strict")]
        tried(_csv.reader, ROWS, "mine")
        tried(_csv.Dialect, one), tried(_csv.Dialect, one, strict=True)
        _csv.list_dialects()
        _csv.unregister_dialect("mine")
    for named in WRONG:
        tried(_csv.Dialect, **named)
        tried(_csv.register_dialect, "mine", **named)
    tried(_csv.register_dialect, 5), tried(_csv.register_dialect)
    tried(_csv.get_dialect, "none"), tried(_csv.get_dialect, [])
    tried(_csv.unregister_dialect, "none"), tried(_csv.unregister_dialect, [])
    tried(_csv.Dialect, 1, 2), tried(_csv.field_size_limit, "x")


def step():
    for named in WAYS:
        read(**named)
        write(**named)
    for named in WRONG:
        tried(read, **named)
        tried(write, **named)
    dialects()
    tried(_csv.reader), tried(_csv.reader, 5), tried(_csv.writer)
    tried(_csv.writer, 5)
    tried(next, _csv.reader([5])), tried(next, _csv.reader([b"x"]))
    tried(list, _csv.reader(failing_after(2, str)))
    tried(_csv.writer(Broken()).writerow, ["a", 1])
    old = _csv.field_size_limit(5)
    tried(list, _csv.reader(["a,bbbbbbbbb\n"]))
    _csv.field_size_limit(old)
    tried(list, _csv.reader(["a\0b\n", "x\ry\n"]))
