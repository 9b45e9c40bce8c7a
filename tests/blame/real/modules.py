"""modules - the modules of others into which bugs are planted, and their build.

Sources are where `fetch` leaves them. A module has a driver in drivers/, which
exercises it widely, and a table in planted/, which `plant` makes.
"""

import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import common  # noqa: E402
import planter  # noqa: E402

CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME",
                                    pathlib.Path.home() / ".cache")) \
    / "reftally"
# A command line of a compiler; mutants take turns.
COMPILERS = ["gcc -O2", "clang -O2"]

# repairs: (regular expression, replacement) for a module that leaks as it is;
# lines keep their numbers.
Module = collections.namedtuple(
    "Module", "name imported package files others flags libraries pythons "
    "repairs")


def module(name, package, files, others=(), flags="", libraries="",
           imported=None, pythons=("3.11",), repairs=()):
    return Module(name, imported or name, package, files.split(),
                  list(others), flags.split(), libraries.split(),
                  list(pythons), list(repairs))


CORE = "-DPy_BUILD_CORE_MODULE -IModules -IInclude/internal"


def cpython(name, files=None, more="", libraries="", others=(),
            pythons=("3.11",), repairs=()):
    return module(name, "python", files or "Modules/%smodule.c" % name,
                  others, CORE + " " + more, libraries, pythons=pythons,
                  repairs=repairs)


BOTH = ("3.11", "3.13")
# Ours, with what the interpreter does not export; a path beside theirs.
MISSING = str(HERE / "missing.c")

MPDECIMAL = ["Modules/_decimal/libmpdec/%s.c" % one for one in (
    "basearith", "constants", "context", "convolute", "crt", "difradix2",
    "fnt", "fourstep", "io", "mpalloc", "mpdecimal", "numbertheory",
    "sixstep", "transpose")]

SQLITE = ["Modules/_sqlite/%s.c" % one for one in (
    "blob", "connection", "cursor", "microprotocols", "module",
    "prepare_protocol", "row", "statement", "util")]

MODULES = [
    cpython("_asyncio"),
    cpython("_collections"),
    cpython("_csv", "Modules/_csv.c"),
    cpython("_decimal", "Modules/_decimal/_decimal.c",
            "-IModules/_decimal/libmpdec -DCONFIG_64 -DANSI "
            "-DHAVE_UINT128_T", "-lm", MPDECIMAL),
    cpython("_elementtree", "Modules/_elementtree.c"),
    cpython("_functools", others=[MISSING]),
    cpython("_json", "Modules/_json.c"),
    cpython("_lsprof", "Modules/_lsprof.c", others=["Modules/rotatingtree.c"]),
    cpython("_lzma", libraries="-llzma"),
    cpython("_operator", "Modules/_operator.c"),
    # batch_dict, protocol 0: what is no pair of two is lost.
    cpython("_pickle", "Modules/_pickle.c",
            repairs=[(r"(must return 2-tuples\"\);\n\s+)return -1;",
                      r"\1Py_DECREF(obj); return -1;")]),
    cpython("_queue"),
    cpython("_random"),
    cpython("_socket", "Modules/socketmodule.c"),
    cpython("_sre", "Modules/_sre/sre.c", more="-IModules/_sre"),
    cpython("_sqlite3", " ".join(one for one in SQLITE
                                 if "module" not in one),
            "-DMODULE_NAME=\"sqlite3\"", "-lsqlite3", SQLITE),
    cpython("_ssl", "Modules/_ssl.c", libraries="-lssl -lcrypto",
            more="-IModules/_ssl"),
    cpython("_struct", "Modules/_struct.c"),
    cpython("_zoneinfo", "Modules/_zoneinfo.c"),
    cpython("array"),
    cpython("itertools", others=[MISSING]),
    cpython("mmap"),
    cpython("pyexpat", "Modules/pyexpat.c", libraries="-lexpat"),
    cpython("unicodedata", "Modules/unicodedata.c"),
    cpython("binascii", "Modules/binascii.c", libraries="-lz",
            more="-DUSE_ZLIB_CRC32"),
    module("simplejson", "simplejson-4.3.0", "simplejson/_speedups.c",
           imported="simplejson._speedups", pythons=BOTH),
    module("bitarray", "bitarray-3.12.3", "bitarray/_bitarray.c",
           imported="bitarray._bitarray", pythons=BOTH),
    # Cython made this C.
    module("msgpack", "msgpack-1.1.0", "msgpack/_cmsgpack.c",
           imported="msgpack._cmsgpack", flags="-I.", pythons=BOTH),
    module("immutables", "immutables-0.21", "immutables/_map.c",
           imported="immutables._map"),
    module("regex", "regex-2026.11.15", "src/_regex.c",
           ["src/_regex_unicode.c"], imported="regex._regex"),
    module("wrapt", "wrapt-2.5.2", "src/wrapt/_wrappers.c",
           imported="wrapt._wrappers", pythons=BOTH),
    module("kiwisolver", "kiwisolver-1.5.1",
           "py/src/constraint.cpp py/src/expression.cpp py/src/solver.cpp "
           "py/src/strength.cpp py/src/term.cpp py/src/variable.cpp",
           ["py/src/kiwisolver.cpp"],
           "-I. -Ipy/src -I../cppy-1.3.1/cppy/include -std=c++17",
           "-lstdc++", imported="kiwisolver._cext", pythons=BOTH,
           # Its instances keep their types.
           repairs=[(r"Py_TYPE\( ?self ?\)->tp_free(\([^;]*\));",
                     r"{ PyTypeObject *own = Py_TYPE(self); "
                     r"own->tp_free\1; Py_DECREF(own); }")]),
]


def module_named(name):
    for one in MODULES:
        if one.name == name:
            return one
    sys.exit("no module %r; there are %s" % (
        name, " ".join(one.name for one in MODULES)))


Python = collections.namedtuple("Python", "version release debug")


def python_of(version):
    """The interpreters of a version: what runs, and what proves."""
    if version == "3.11":
        return Python(version, "/usr/bin/python3.11",
                      shutil.which("python3.11-dbg"))
    folder = CACHE / "interpreters" / "bin"
    return Python(version, str(folder / ("trixie-" + version)),
                  str(folder / ("trixie-%s-dbg" % version)))


def tree_of(python):
    """The unpacked system that it is of, or None: this one."""
    folder = pathlib.Path(python).parent
    return folder.parent / "trees" / "trixie" \
        if folder == CACHE / "interpreters" / "bin" else None


def headers(python):
    known = headers.known.get(python)
    if known is None:
        include, suffix = common.include_and_suffix(python)
        tree = tree_of(python)
        if tree is not None and not (pathlib.Path(include) / "Python.h").is_file():
            include = str(tree) + include
        known = headers.known[python] = (include, suffix)
    return known


headers.known = {}


def package_of(module, version):
    """The folder that `fetch` makes."""
    return CACHE / "real" / "sources" / (
        module.package + (version if module.package == "python" else ""))


def sources(module, version):
    folder = package_of(module, version)
    if not folder.is_dir():
        sys.exit("no sources %s: run %s first" % (folder, HERE / "fetch"))
    return folder


def text_of(module, version, file):
    text = (sources(module, version) / file).read_text(errors="replace")
    for pattern, replacement in module.repairs:
        text = re.sub(pattern, replacement, text)
    return text


def compile_one(module, compiler, python, folder, source, target):
    """A C or C++ file of a module to an object file."""
    words = compiler.split()
    plus = str(source).endswith(".cpp")
    if plus:
        words[0] = {"gcc": "g++", "clang": "clang++"}[words[0]]
    include, _ = headers(python)
    root = folder
    beside = pathlib.Path(source)
    flags = ["-I%s" % (root / one[2:]) if one.startswith("-I") else one
             for one in module.flags]
    return subprocess.run(
        words + ([] if plus else ["-std=gnu11"]) + ["-w", "-g", "-DNDEBUG", "-fPIC",
         "-fwrapv", "-fvisibility=hidden"] + flags
        + ["-I", include, "-I", include + "/internal", "-idirafter",
           os.path.dirname(include), "-c", "-o", str(target), str(beside)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        timeout=300, cwd=root)


def checked(done, what):
    if done.returncode != 0:
        errors = [line for line in done.stdout.splitlines()
                  if "error" in line or "undefined" in line]
        raise RuntimeError("%s: %s" % (what, "; ".join(errors[:40])
                                       or done.stdout[-300:]))


def object_of(module, compiler, python, version, file, extra=()):
    """The object of an unchanged file, made once."""
    folder = sources(module, version)
    made = CACHE / "real" / "objects" / common.key_of(
        module, compiler, python, file) / "object.o"
    if not made.is_file():
        made.parent.mkdir(parents=True, exist_ok=True)
        temporary = made.with_suffix(".%d" % threading.get_native_id())
        checked(compile_one(module, compiler, python, folder, folder / file,
                            temporary), file)
        temporary.rename(made)
    return made


def link(module, compiler, python, objects, target):
    checked(subprocess.run(
        [compiler.split()[0], "-shared", "-o", str(target)]
        + list(map(str, objects)) + module.libraries,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        timeout=120), str(target))


def build(module, compiler, python, version, changed, target):
    """An extension module in which `changed` {file: text} replace files.

    A changed file lies beside the original under another name, so that
    #include finds what is there; it is named as the original in what the
    debug information says."""
    folder = sources(module, version)
    if module.repairs:
        changed = dict({file: text_of(module, version, file)
                        for file in module.files}, **changed)
    objects = []
    target.parent.mkdir(parents=True, exist_ok=True)
    for file in dict.fromkeys(module.files + module.others):
        if file not in changed:
            objects.append(object_of(module, compiler, python, version,
                                     file))
            continue
        copy = target.parent / pathlib.Path(file).name
        copy.write_text(changed[file])
        made = target.parent / (copy.name + ".o")
        beside = module._replace(flags=module.flags + [
            "-iquote", str((folder / file).parent)])
        checked(compile_one(beside, compiler, python, folder, copy, made),
                file)
        objects.append(made)
    link(module, compiler, python, objects, target)
    for made in objects:
        if made.parent == target.parent:
            made.unlink()


def planter_object(folder):
    """planted.c, compiled."""
    made = folder / "planted.o"
    if not made.is_file():
        checked(subprocess.run(
            ["gcc", "-O1", "-fPIC", "-fvisibility=hidden", "-c", "-o",
             str(made), str(HERE / "planted.c")], stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, timeout=60), "planted.c")
    return made


def python_path(module, version):
    """Where the Python half of a package is, if it has one."""
    if module.package == "python":
        return ""
    folder = sources(module, version)
    for one in (folder, folder / "src", folder / "py"):
        if (one / module.imported.partition(".")[0] / "__init__.py").is_file():
            return one
    return ""


COLUMNS = ["id", "references", "blocks", "kind", "where", "function",
           "variable", "lines", "old", "new", "how"]


def table_path(module, version):
    return HERE / "planted" / ("%s-%s.txt" % (module.name, version))


def read_table(module, version):
    """Rows of planted/: dictionaries."""
    path = table_path(module, version)
    if not path.is_file():
        return []
    rows = []
    for line in path.read_text().splitlines():
        if not line.startswith("#"):
            row = dict(zip(COLUMNS, line.split("\t")))
            row["how"] = row.get("how", "").split()
            row["file"], row["line"], row["column"] = row["where"].split(":")
            row["line"], row["column"] = int(row["line"]), int(row["column"])
            row["lines"] = json.loads("[%s]" % row["lines"])
            row["references"] = float(row["references"]) \
                if row["references"] != "dies" else None
            row["blocks"] = float(row["blocks"] or 0)
            rows.append(row)
    return rows


def changed_text(module, version, row):
    """The file as the row changes it, or RuntimeError."""
    lines = text_of(module, version, row["file"]).split("\n")
    line, at = lines[row["line"] - 1], row["column"]
    if line[at:at + len(row["old"])] != row["old"]:
        raise RuntimeError("%s:%d is not what the table says" % (
            row["file"], row["line"]))
    lines[row["line"] - 1] = line[:at] + row["new"] \
        + line[at + len(row["old"]):]
    return "\n".join(lines)
