"""mutate - plants one reference-count bug at a time into a C extension module.

Works on text alone, in the style that this project writes C: a function's name
stands at the start of a line, its body ends with a brace there, and every
statement ends its line. Lines keep their numbers.

    python3 mutate.py MODULE.c          lists the mutants
    python3 mutate.py MODULE.c NUMBER   prints the text of one
"""

import collections
import pathlib
import re
import sys

KINDS = {
    "release, main path": "a release is missing where all goes well",
    "release, error path": "a release is missing on an error path",
    "release, dealloc": "tp_dealloc or tp_clear forgets a slot",
    "taken twice": "Py_INCREF or Py_NewRef happens twice",
    "taken before stealing": "a reference more, then a call that steals one",
    "BuildValue N as O": "Py_BuildValue takes one more instead of stealing",
    "returned twice": "a new reference is returned as if it were borrowed",
    "overwritten": "an owned slot is overwritten without a release",
    "visit": "tp_traverse forgets a slot",
}

Mutant = collections.namedtuple(
    "Mutant", "number kind function line variable functions lines text")

STEALING = re.compile(
    r"\b(PyTuple_SET_ITEM|PyList_SET_ITEM|PyTuple_SetItem|PyList_SetItem|"
    r"PyModule_AddObject|PyStructSequence_SET_ITEM)\(.*, (\w+)\)")
BORROWED = re.compile(
    r"^(?:\([\w ]+\*+\)\s*)?(?:PyTuple_GET_ITEM|PyList_GET_ITEM|"
    r"PyTuple_GetItem|PyList_GetItem|PySequence_Fast_GET_ITEM|"
    r"PyDict_GetItem\w*|Py_TYPE|PyWeakref_GET_OBJECT|PyModule_GetState|"
    r"PyType_GetModuleState|PyType_GetModule|PyType_GetModuleByDef|"
    r"PySys_GetObject|PyEval_Get\w+|PyImport_AddModule|get_state)\b")
RELEASING = re.compile(r"_(?:dealloc|clear|finalize)$")
# A loop's condition is a statement too: `while ((x = f()) != NULL) {`.
STATEMENT_END = re.compile(r"[;{}:]\s*(?:/\*.*\*/)?\s*$")


class Function:
    def __init__(self, name, first):
        self.name, self.first, self.last = name, first, first


class Source:
    """A C file cut into functions and statements; lines count from 1."""

    def __init__(self, text):
        self.lines = [""] + text.splitlines()
        self.functions = []
        self.statements = []  # (first line, last line, text)
        name = None
        for number, line in enumerate(self.lines):
            found = re.match(r"(\w+)\(", line)
            if found:
                name = found.group(1)
            elif line == "{" and name:
                self.functions.append(Function(name, number))
            elif line == "}" and name:
                self.functions[-1].last = number
                name = None
        self._cut()

    def _cut(self):
        first, parts = None, []
        comment = False
        for number, line in enumerate(self.lines):
            stripped = line.strip()
            if stripped.startswith("/*"):
                comment = True
            if comment or not stripped or stripped.startswith("#"):
                comment = comment and "*/" not in stripped
                continue
            if first is None:
                first = number
            parts.append(stripped)
            if STATEMENT_END.search(line):
                self.statements.append((first, number, " ".join(parts)))
                first, parts = None, []

    def function_at(self, line):
        for function in self.functions:
            if function.first <= line <= function.last:
                return function
        return None

    def indent(self, line):
        text = self.lines[line]
        return len(text) - len(text.lstrip())

    def is_error_path(self, line):
        """Does this block, or the label above, lead to a failure?"""
        function = self.function_at(line)
        indent = self.indent(line)
        if indent <= 4:
            for above in range(line, function.first, -1):
                label = re.match(r"(\w+):$", self.lines[above])
                if label:
                    return label.group(1) in ("error", "fail")
            return False
        for below in range(line + 1, function.last):
            text = self.lines[below]
            if text.strip() and self.indent(below) < indent:
                return False
            if self.indent(below) == indent and re.match(
                    r"\s*(return (NULL|-1)\b|goto (error|fail)\b)", text):
                return True
        return False

    def takings(self, function, variable, deep=True):
        """Lines of the statements in which the variable gets a reference."""
        name = re.escape(variable)
        lines = set()
        for first, last, text in self.statements:
            if not function.first <= first <= function.last:
                continue
            match = re.search(r"(?<![\w>.])%s\s*=(?!=)\s*(.*)" % name, text)
            if match:
                value = match.group(1)
                alias = re.match(r"(\w+);", value)
                if alias and deep and alias.group(1) != "NULL":
                    lines |= self.takings(function, alias.group(1), False)
                elif "(" in value and not BORROWED.match(value):
                    lines |= set(range(first, last + 1))
            if re.search(r"\bPy_X?INCREF\(%s\)" % name, text) or (
                    re.search(r"\bPy_X?SETREF\(%s," % name, text)):
                lines |= set(range(first, last + 1))
            if re.search(r"&%s\b" % name, text) and not re.search(
                    r"PyArg_|PyDict_Next|PyErr_", text):
                lines |= set(range(first, last + 1))
        return lines

    def storers(self, slot):
        """Functions that put something into a slot, with these lines."""
        functions, lines = set(), set()
        linked = any(re.search(r" = &\w+->%s;" % slot, text)
                     for _, _, text in self.statements)
        for first, last, text in self.statements:
            function = self.function_at(first)
            if function is None:
                continue
            store = re.search(r"(?:->|\.)%s\s*=(?!=)\s*(.*)" % slot, text) \
                or re.search(r"\bPy_X?SETREF\(.*->%s, *(.*)\)" % slot, text) \
                or linked and re.match(r"\*\w+ = (\w+\(.*)", text)
            if not store or re.match(r"NULL\b", store.group(1)):
                continue
            functions.add(function.name)
            lines |= set(range(first, last + 1))
            for word in re.findall(r"\b[a-z]\w*\b", store.group(1)):
                lines |= self.takings(function, word)
        return functions, lines


def _bare(expression):
    return re.sub(r"^\([\w ]+\*+\)\s*", "", expression.strip())


def _slot(expression):
    found = re.search(r"(?:->|\.)(\w+)$", expression)
    return found.group(1) if found else None


class _Planter:
    def __init__(self, text):
        self.source = Source(text)
        self.mutants = []

    def add(self, kind, line, variable, changed, functions, lines):
        text = list(self.source.lines)
        text[line] = changed
        self.mutants.append(Mutant(
            len(self.mutants) + 1, kind,
            self.source.function_at(line).name, line, variable,
            sorted(functions), sorted(lines), "\n".join(text[1:]) + "\n"))

    def around(self, line):
        """The planted statement, and three lines more on either side."""
        for first, last, _ in self.source.statements:
            if first <= line <= last:
                return range(first - 3, last + 4)
        return range(line - 3, line + 4)

    def release(self, function, number, line):
        found = re.search(r"\bPy_(?:X?DECREF|CLEAR)\((.*)\);", line)
        if not found:
            return
        variable = _bare(found.group(1))
        slot = _slot(variable)
        changed = line.replace(found.group(0), ";", 1)
        if RELEASING.search(function.name):
            if slot:
                functions, lines = self.source.storers(slot)
                self.add("release, dealloc", number, variable, changed,
                         functions | {function.name}, lines
                         | set(range(function.first, function.last + 1)))
            return
        if "Py_CLEAR" in found.group(0) and slot:
            self.add("overwritten", number, variable,
                     line.replace(found.group(0), variable + " = NULL;", 1),
                     {function.name}, {number})
            return
        lines = self.source.takings(function, variable)
        self.add("release, error path" if self.source.is_error_path(number)
                 else "release, main path", number, variable, changed,
                 {function.name}, lines)

    def taking(self, function, number, line):
        found = re.search(r"\bPy_X?INCREF\((.*)\);", line)
        if found:
            self.add("taken twice", number, found.group(1), line.replace(
                found.group(0), found.group(0) + " " + found.group(0), 1),
                {function.name}, self.around(number))
        for found in re.finditer(r"\b(Py_X?NewRef)\(([^()]*(?:\([^()]*\))?"
                                 r"[^()]*)\)", line):
            self.add("taken twice", number, found.group(2),
                     line[:found.start()] + "%s(%s)" % (
                         found.group(1), found.group(0)) + line[found.end():],
                     {function.name}, self.around(number))

    def stealing(self, function, number, line):
        found = STEALING.search(line)
        if found and found.group(2) != "NULL":
            self.add("taken before stealing", number, found.group(2),
                     line.replace(found.group(0), "%s(%s" % (
                         "Py_XINCREF", found.group(2)) + "), "
                         + found.group(0), 1),
                     {function.name}, self.around(number))

    def build_value(self, function, number, line):
        found = re.search(r'\b(Py_BuildValue|PyObject_CallFunction|'
                          r'PyObject_CallMethod)\(.*?"([^"]*N[^"]*)"', line)
        if not found:
            return
        start = found.start(2)
        for offset, letter in enumerate(found.group(2)):
            if letter == "N":
                at = start + offset
                self.add("BuildValue N as O", number, found.group(2),
                         line[:at] + "O" + line[at + 1:],
                         {function.name}, self.around(number))

    def returning(self, function, number, line):
        found = re.match(r"\s*return (\w+);", line)
        if not found or found.group(1) == "NULL":
            return
        declared = re.compile(r"\s*PyObject \*%s\b" % found.group(1))
        if not any(declared.match(self.source.lines[at])
                   for at in range(function.first, number)):
            return
        if not self.source.takings(function, found.group(1)):
            return
        self.add("returned twice", number, found.group(1), line.replace(
            "return %s;" % found.group(1),
            "return Py_XNewRef(%s);" % found.group(1), 1),
            {function.name}, self.around(number))

    def overwriting(self, function, number, line):
        found = re.search(r"\bPy_X?SETREF\((.*), (.*)\);", line)
        if not found:
            return
        target, value = found.groups()
        self.add("overwritten", number, target, line.replace(
            found.group(0), "%s = (void *)%s;" % (target, value), 1),
            {function.name}, {number}
            | self.source.takings(function, target)
            | self.source.takings(function, _bare(value)))

    def visit(self, function, number, line):
        found = re.search(r"\bPy_VISIT\((.*)\);", line)
        if not found:
            return
        functions, lines = self.source.storers(_slot(found.group(1)))
        self.add("visit", number, found.group(1),
                 line.replace(found.group(0), ";", 1),
                 functions | {function.name}, lines | {number})

    def plant(self):
        for function in self.source.functions:
            for number in range(function.first, function.last):
                line = self.source.lines[number]
                for rule in (self.release, self.taking, self.stealing,
                             self.build_value, self.returning,
                             self.overwriting, self.visit):
                    rule(function, number, line)
        return self.mutants


def mutants_of_text(text):
    return _Planter(text).plant()


def mutants_of(path):
    return mutants_of_text(pathlib.Path(path).read_text())


def main(arguments):
    if not 1 <= len(arguments) <= 2:
        sys.exit(__doc__)
    mutants = mutants_of(arguments[0])
    if len(arguments) == 2:
        sys.stdout.write(mutants[int(arguments[1]) - 1].text)
        return
    for mutant in mutants:
        print("%3d %4d %-22s %-24s %-20s %s %s" % (
            mutant.number, mutant.line, mutant.kind, mutant.function,
            mutant.variable, ",".join(mutant.functions),
            ",".join(map(str, mutant.lines))))


if __name__ == "__main__":
    main(sys.argv[1:])
