"""ledger - the totals in the header of a ledger file.

The layout comes from include/reftally/ledger_format.h itself: the benchmarks
have no list of fields that could fall behind it.
"""
import pathlib
import re
import struct

FORMAT = (pathlib.Path(__file__).resolve().parents[2]
          / "include" / "reftally" / "ledger_format.h")

SCALARS = {"char": "s", "uint8_t": "B", "uint32_t": "I", "int32_t": "i",
           "uint64_t": "Q", "int64_t": "q", "ledger_string": "I"}


class NotALedger(Exception):
    pass


def _source():
    return re.sub(r"/\*.*?\*/", " ", FORMAT.read_text(), flags=re.S)


# Of <stdint.h>.
LIMITS = {"UINT%d_MAX" % bits: 2 ** bits - 1 for bits in (8, 16, 32, 64)}


def _constants(source):
    constants = {}
    for body in re.findall(r"enum\s*\w*\s*\{(.*?)\}", source, re.S):
        following = 0
        for item in filter(None, (part.strip() for part in body.split(","))):
            name, _, expression = (part.strip()
                                   for part in item.partition("="))
            if expression:
                # Such arithmetic means the same in Python.
                following = eval(expression, LIMITS, constants)
            constants[name] = following
            following += 1
    return constants


def _fields(source, constants, name):
    """(field, struct code, how many) in order; the file has no padding."""
    body = re.search(r"struct %s \{(.*?)\};" % name, source, re.S).group(1)
    for declaration in filter(None, (d.strip() for d in body.split(";"))):
        kind, names = re.match(r"((?:struct )?\w+)\s+(.*)", declaration,
                               re.S).groups()
        for field in names.split(","):
            field, size = re.match(r"\s*(\w+)(?:\[(\w+)\])?", field).groups()
            size = constants.get(size) or int(size or 1)
            if kind.startswith("struct "):
                inner = _fields(source, constants, kind[len("struct "):])
                code = "".join(c for _, c, _ in inner)
            else:
                code = SCALARS[kind]
            yield field, code, size


def offset(name):
    """Of a field in the header."""
    source = _source()
    at = 0
    for field, code, size in _fields(source, _constants(source),
                                     "ledger_header"):
        if field == name:
            return at
        at += struct.calcsize("<" + code * size)
    raise KeyError(name)


def read_header(path):
    """A dict of the header's numbers, and `tables`: name -> (record bytes,
    records used, extents). Raises NotALedger or OSError."""
    source = _source()
    constants = _constants(source)
    with open(path, "rb") as file:
        data = file.read(constants["LEDGER_HEADER_BYTES"])
    if data[:8] != b"reftally":
        raise NotALedger("%s: not a ledger" % path)
    if len(data) < constants["LEDGER_HEADER_BYTES"]:
        raise NotALedger("%s: cut off within its header" % path)
    header = {}
    offset = 0
    for field, code, size in _fields(source, constants, "ledger_header"):
        form = struct.Struct("<%ds" % size if code == "s" else
                             "<" + code * size)
        values = form.unpack_from(data, offset)
        offset += form.size
        header[field] = values[0] if len(values) == 1 else values
    if header["version"] != constants["LEDGER_VERSION"]:
        raise NotALedger("%s: ledger version %d, expected %d"
                         % (path, header["version"],
                            constants["LEDGER_VERSION"]))
    directory = header.pop("directory")[:header["extents"]]
    flat = header["tables"]
    rows = {number: (record_bytes, used) for number, record_bytes, used
            in zip(flat[::3], flat[1::3], flat[2::3]) if number}
    header["tables"] = {
        name: rows[number] + (directory.count(number),)
        for name, number in constants.items() if number in rows and
        name in _table_names(source)}
    header["finished"] = header["end"] == constants["LEDGER_FINISHED"]
    header["stopped"] = header["end"] == constants["LEDGER_STOPPED"]
    return header


def _table_names(source):
    body = re.search(r"enum ledger_table_number \{(.*?)\}", source,
                     re.S).group(1)
    return re.findall(r"LEDGER_\w+", body)


def is_unbegun(path):
    """Whether its process was killed between making the file and its header:
    nothing was written, so nothing is lost."""
    with open(path, "rb") as file:
        return not file.read(_constants(_source())["LEDGER_HEADER_BYTES"]
                             ).strip(b"\0")
