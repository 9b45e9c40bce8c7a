"""An extension module built in many ways has one and the same ledger.

Compilers, levels of optimisation, profiles of a run (PGO) and the limited API
(which calls functions of the interpreter from CPython 3.12 on) change the
instructions, and not what each function of the module takes and gives.
"""

import collections
import pathlib
import re
import shutil

from suite import execute, why_not

HERE = pathlib.Path(__file__).resolve().parent / "twins"
OBJECTS = 50

# What each function does to each object, as keep_things.py calls them.
EXPECTED = {
    ("taken", "take_one"): 2,
    ("taken", "take_two"): 2,
    ("taken", "hand_on"): 1,
    ("released", "give_one"): 1,
    ("released", "hand_on"): 1,
}

# A tail call leaves no trace of the function that makes it.
ALWAYS = ["-g", "-fPIC", "-shared", "-Wall", "-fno-optimize-sibling-calls"]
WAYS = ["gcc -O2", "gcc -O0", "gcc -O1", "gcc -O3", "gcc -Os", "gcc -O2 -flto",
        "gcc -O2 -fcf-protection -fomit-frame-pointer",
        "gcc -O2 PGO", "gcc -O3 -flto PGO",
        "clang -O2", "clang -O0", "clang -O3", "clang -Os", "clang -O2 -flto",
        "clang -O2 PGO"]


def records(text):
    """kind -> number -> {field: word}"""
    tables = collections.defaultdict(dict)
    for line in text.splitlines():
        kind, number, *fields = line.split(" ")
        tables[kind][number] = dict(
            field.split("=", 1) for field in fields if "=" in field)
    return tables


def functions_of(module, directory):
    """[(start, end, name)] of the module's code, without copies of what
    Python.h defines: unoptimised, and for size, those are functions."""
    done = execute(["nm", "-S", "--defined-only", module], directory)
    return [(int(row[0], 16), int(row[0], 16) + int(row[1], 16), row[3])
            for row in map(str.split, done.stdout.splitlines())
            if len(row) == 4 and row[2] in "tT"
            and not row[3].startswith(("Py_", "_Py"))]


def ledgers_of(text, functions):
    """For each object: (role, function of the module) -> references."""
    tables = records(text)
    image = next(number for number, image in tables["image"].items()
                 if "/twins." in image["path"])
    first, end = (int(tables["image"][image][word], 16)
                  for word in ("start", "end"))
    bias = int(tables["image"][image]["bias"], 16)

    def function_at(node):
        value = int(node["value"], 16)
        if node["kind"] == "site":
            site = tables["site"][str(value)]
            offset = int(site["offset"], 16) if site["image"] == image else 0
        else:
            offset = value - 1 - bias if first < value <= end else 0
        return next((name for start, stop, name in functions
                     if start <= offset < stop), None)

    def function_of(tag):
        while tag in tables["node"]:
            node = tables["node"][tag]
            name = function_at(node) if "value" in node else None
            if name is not None:
                return name
            tag = node.get("parent")
        return None

    ledgers = {number: collections.Counter() for number in tables["account"]}
    for entry in tables["entry"].values():
        name = function_of(entry.get("tag"))
        for role in ("taken", "released"):
            if name not in (None, "keep") and role in entry:
                ledgers[entry["account"]][role, name] += int(entry[role])
    return [dict(ledger) for ledger in ledgers.values()]


def compile_module(module, compiler, flags, interpreter, directory):
    """None, or why not."""
    done = execute([compiler, "-std=gnu11", *ALWAYS, *flags, "-o", module,
                    HERE / "twins.c"] + interpreter.compiler_flags(), directory)
    if done.returncode != 0:
        return "it does not compile: " + why_not(done)
    return None


def train(module, compiler, flags, interpreter, directory):
    """Flags that use the profile of a run, and None; or why there is none."""
    wrong = compile_module(module, compiler, flags + ["-fprofile-generate"],
                           interpreter, directory)
    if wrong is not None:
        return [], wrong
    done = execute([interpreter.path, HERE / "keep_things.py"], directory,
                   PYTHONPATH=str(directory))
    if done.returncode != 0:
        return [], why_not(done)
    if compiler == "gcc":
        return ["-fprofile-use", "-Werror=missing-profile"], None
    done = execute([merger(), "merge", "-o", "profile",
                    *directory.glob("*.profraw")], directory)
    return (["-fprofile-use=profile"],
            None if done.returncode == 0 else why_not(done))


def merger():
    """What makes one profile for clang of those that runs left."""
    return next((path for path in map(shutil.which, [
        "llvm-profdata", "llvm-profdata-14"]) if path), None)


def is_there(way, directory):
    """Clang's own run-time library for profiles is a package of its own."""
    compiler = way.split()[0]
    if not shutil.which(compiler) or not (compiler == "gcc" or "PGO" not in way
                                          or merger()):
        return False
    if "PGO" not in way:
        return True
    (directory / "none.c").write_text("int none;\n")
    return execute([compiler, "-shared", "-fprofile-generate", "none.c", "-o",
                    "none.so"], directory).returncode == 0


def check_way(way, limited, interpreter, directory, library, command):
    """None, or what is wrong with the module built this way."""
    compiler, *flags = [word for word in way.split() if word != "PGO"]
    module = directory / ("twins" + interpreter.suffix)
    wrong = None
    if limited:
        flags.append("-DPy_LIMITED_API=0x%02x%02x0000" % tuple(
            int(part) for part in interpreter.version.split(".")[:2]))
    if "PGO" in way:
        profile, wrong = train(module, compiler, flags, interpreter, directory)
        flags += profile
    wrong = wrong or compile_module(module, compiler, flags, interpreter,
                                    directory)
    if wrong is not None:
        return wrong
    done = execute([interpreter.path, HERE / "keep_things.py"], directory,
                   library, PYTHONPATH=str(directory),
                   REFTALLY_TRACK="__main__.Thing", REFTALLY_SAMPLE="all")
    if done.returncode != 0 or done.stdout != "%d\n" % (3 * OBJECTS):
        return why_not(done)
    done = execute(interpreter.command(command) + ["dump", "ledger"], directory)
    (directory / "ledger").unlink()
    if done.returncode != 0:
        return "the dump ended with " + why_not(done)
    if re.search("/twins.* left_alone=", done.stdout):
        return "not all of it can be patched"
    if "changes_missed=" in done.stdout.split("\n")[0]:
        return "changes were missed"
    ledgers = ledgers_of(done.stdout, functions_of(module, directory))
    if len(ledgers) != OBJECTS:
        return "%d objects are left, not %d" % (len(ledgers), OBJECTS)
    for ledger in ledgers:
        if ledger != EXPECTED:
            return "the ledger says %s, not %s" % (sorted(ledger.items()),
                                                   sorted(EXPECTED.items()))
    return None


def check_twins(name, interpreter, directory, library, command, fast):
    directory.mkdir()
    ways = [way for way in WAYS if is_there(way, directory)]
    left_out = [way for way in WAYS if way not in ways]
    if not ways:
        return "SKIP", name, "there is no compiler"
    for way in ways[:1] if fast else ways:
        for limited in (False, True):
            wrong = check_way(way, limited, interpreter, directory, library,
                              command)
            if wrong is not None:
                return "FAIL", name, "%s%s: %s" % (
                    way, ", limited API" if limited else "", wrong)
    return "PASS", name + "".join(", without " + way for way in left_out)
