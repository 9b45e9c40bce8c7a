"""planter - plants reference-count bugs into C that other people wrote.

    python3 planter.py FILE.c       lists what could be planted

A mutation replaces one statement or one expression on one line, so that lines
keep their numbers. Comments, strings and preprocessor lines are blanked before
anything is looked for; functions are found by their braces, whatever the style.

All mutations of a file can be compiled at once (with_switches): each then asks
at run time whether it is its turn. So one debug build and one process tell which
of them a driver reaches and which of them leak; what is recorded and judged is
built with the one changed statement and nothing else (with_one).
"""

import collections
import pathlib
import re
import sys

LEAKS = {
    "release, main path": "a release is missing where all goes well",
    "release, error path": "a release is missing on an error path",
    "release, dealloc": "tp_dealloc or a helper of its name forgets",
    "release, clear": "tp_clear forgets",
    "traverse": "tp_traverse forgets a slot",
    "early return": "an error path returns past its clean-up",
    "error dropped": "an exception that was fetched is not put back",
    "overwritten": "an owned slot is overwritten without a release",
    "made twice": "a variable gets something new again without a release",
    "out-parameter overwritten": "what a call puts there is put there again",
    "taken twice": "Py_INCREF or Py_NewRef happens twice",
    "taken before stealing": "a reference more, then a call that steals one",
    "returned twice": "a new reference is returned as if it were borrowed",
    "singleton taken": "None, True or False is taken once more on return",
    "BuildValue N as O": "Py_BuildValue takes one more instead of stealing",
}
DEFICITS = {
    "released twice": "Py_DECREF happens twice",
    "released before the clean-up": "an error path releases, and its label",
    "dropped taking": "Py_INCREF or Py_NewRef is missing",
    "borrowed released": "what a function only lent is released",
    "released after a steal": "what a call stole is released as well",
    "singleton not taken": "None, True or False is returned without taking",
    "BuildValue O as N": "Py_BuildValue steals what it was lent",
}

ON_ERROR_PATHS = {"release, error path", "early return", "error dropped",
                  "released before the clean-up"}

Mutation = collections.namedtuple(
    "Mutation", "kind function line start end old new variable lines")

WORDS = {"if", "for", "while", "switch", "return", "sizeof", "catch",
         "defined", "do", "else"}
FAILING_LABEL = re.compile(
    r"(?:.*_)?(?:error|fail|failed|failure|onerror|err|bail|bad)\d*$", re.I)
NOT_A_FAILURE = re.compile(r"(?:exit|done|finally|end|out|cleanup|success)",
                           re.I)
RELEASING = re.compile(r"(?:dealloc|_finalize|_del|_free)$|"
                       r"^__pyx_tp_dealloc")
MACRO = re.compile(r"(?:[A-Z0-9_]+|Py_LOCAL\w*)$")
CLEARING = re.compile(r"clear(?:_\w+)?$")
BORROWED = (
    r"PyTuple_GET_ITEM|PyList_GET_ITEM|PyTuple_GetItem|PyList_GetItem|"
    r"PySequence_Fast_GET_ITEM|PyDict_GetItem\w*|PyWeakref_GET_OBJECT|"
    r"PySys_GetObject|PyEval_Get\w+|PyImport_AddModule|_PyDict_GetItem\w*|"
    r"PyErr_Occurred|PyCell_GET|PyMethod_GET_SELF")
NOT_A_TAKING = re.compile(
    r"(?:\([\w ]+\*+\)\s*)?(?:%s|Py_TYPE|PyModule_GetState|PyType_Get\w+|"
    r"get_\w*state\w*|PyArg_\w+)\b" % BORROWED)
# What gives a new reference, and gives another one when it is called again.
MAKING = (r"PyUnicode_(?:From\w+|Concat|Join|Substring)|PyBytes_From\w+|"
          r"PyLong_From\w+|PyFloat_From\w+|Py(?:Tuple|List|Dict|Set)_New|"
          r"Py(?:Object|Number|Mapping)_(?:GetAttr\w*|Str|Repr|GetItem\w*|"
          r"Index|Long|Float|Items|Keys)|PyObject_GetIter|PySequence_(?:Tuple|"
          r"List|Fast|GetItem)|Py_BuildValue|PyImport_ImportModule|"
          r"PyTuple_Pack|PyObject_Call\w*|PyDict_Copy")
# What puts a new reference where its last argument points to.
PUTTING = (r"_?PyObject_LookupAttr\w*|PyObject_GetOptionalAttr\w*|"
           r"PyUnicode_FS(?:Converter|Decoder)|PyDict_GetItem\w*Ref|"
           r"PyMapping_GetOptionalItem\w*|PyWeakref_GetRef")
STEALING = (r"PyTuple_SET_ITEM|PyList_SET_ITEM|PyTuple_SetItem|"
            r"PyList_SetItem|PyStructSequence_SET_ITEM")


def blanked(text):
    """The same length and lines, without comments, strings, preprocessor."""
    pattern = re.compile(
        r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'"
        r"|(?m:^[ \t]*\#(?:\\\n|/\*.*?\*/|[^\n])*)", re.S)

    def blank(match):
        found = match.group(0)
        if found[0] in "\"'":
            return found[0] + " " * (len(found) - 2) + found[0]
        return re.sub(r"[^\n]", " ", found)
    return pattern.sub(blank, text)


def closing(code, start, pair="()"):
    """Offset behind what closes the bracket at `start`, or None."""
    depth = 0
    for offset in range(start, len(code)):
        if code[offset] == pair[0]:
            depth += 1
        elif code[offset] == pair[1]:
            depth -= 1
            if depth == 0:
                return offset + 1
    return None


class Function:
    def __init__(self, name, returns, start, end):
        self.name, self.returns = name, returns
        self.start, self.end = start, end  # of the body, braces included


def name_in(head):
    """Of the function that a head begins: macros with arguments may stand
    before it."""
    name = re.search(r"([\w~]+)\s*\(", head)
    while name and MACRO.match(name.group(1)):
        later = re.compile(r"([\w~]+)\s*\(").search(
            head, closing(head, name.end() - 1) or len(head))
        if not later:
            break
        name = later
    return name


def functions_of(code):
    """Bodies at the top, or in namespaces, classes and extern "C"."""
    found, offset = [], 0
    while True:
        brace = code.find("{", offset)
        if brace < 0:
            return found
        head = code[max([offset - 1] + [code.rfind(mark, offset, brace)
                                        for mark in ";{}"]) + 1:brace]
        name = name_in(head)
        if name and name.group(1) not in WORDS and "=" not in head[
                :name.start()]:
            end = closing(code, brace, "{}")
            if end is None:
                offset = brace + 1
                continue
            found.append(Function(name.group(1), head[:name.start()].strip(),
                                  brace, end))
            offset = end
        elif re.search(r"\b(?:namespace|extern|class|struct)\b", head) \
                and "=" not in head and "typedef" not in head:
            offset = brace + 1
        else:
            offset = closing(code, brace, "{}") or brace + 1


class Source:
    def __init__(self, text):
        self.text, self.code = text, blanked(text)
        self.functions = functions_of(self.code)
        self.starts = [0] + [match.end() for match in
                             re.finditer("\n", text)]

    def line_at(self, offset):
        low, high = 0, len(self.starts)
        while high - low > 1:
            middle = (low + high) // 2
            if self.starts[middle] <= offset:
                low = middle
            else:
                high = middle
        return low + 1

    def lines(self, start, end):
        return set(range(self.line_at(start), self.line_at(end) + 1))

    def function_of(self, offset):
        for function in self.functions:
            if function.start < offset < function.end:
                return function
        return None

    def block(self, function, offset):
        """The innermost block around: its code from `offset` to its end."""
        depth = 0
        for at in range(offset, function.end):
            depth += {"{": 1, "}": -1}.get(self.code[at], 0)
            if depth < 0:
                return self.code[offset:at]
        return self.code[offset:function.end]

    def is_error_path(self, function, offset):
        block = self.block(function, offset)
        depth = 0
        for match in re.finditer(r"[{}]|\breturn\b\s*([^;]*);|"
                                 r"\bgoto\s+(\w+)\s*;|\bthrow\b", block):
            depth += {"{": 1, "}": -1}.get(match.group(0), 0)
            if depth or match.group(0) in "{}":
                continue
            if match.group(2):
                return bool(FAILING_LABEL.match(match.group(2))
                            or not NOT_A_FAILURE.match(match.group(2)))
            if match.group(0) == "throw":
                return True
            return bool(re.match(r"\(?(?:NULL|-1|nullptr)\b",
                                 match.group(1)))
        return False

    def assignments(self, function, variable):
        """(start, end, value) of the variable, innermost declarations too."""
        pattern = re.compile(r"(?<![\w>.])%s\s*=(?!=)\s*([^;]*?)\s*[;{]"
                             % re.escape(variable))
        for match in pattern.finditer(self.code, function.start,
                                      function.end):
            yield match.start(), match.end(), match.group(1)

    def takings(self, function, variable, deep=True):
        """Lines in which the variable gets a reference."""
        lines = set()
        for start, end, value in self.assignments(function, variable):
            alias = re.fullmatch(r"\w+", value)
            if alias and deep and value not in ("NULL", "nullptr"):
                lines |= self.takings(function, value, False)
            elif "(" in value and not NOT_A_TAKING.match(value):
                lines |= self.lines(start, end)
        name = re.escape(variable)
        for match in re.finditer(
                r"\bPy_X?INCREF\(\s*%s\s*\)|\bPy_X?NewRef\(\s*%s\s*\)|"
                r"\bPy_X?SETREF\(\s*%s\s*,|(\w+)\([^;{}]*&%s\b" % (
                    (name,) * 4),
                self.code[function.start:function.end]):
            if not re.match(r"PyArg_|PyDict_Next|PyErr_|Py_Buffer",
                            match.group(1) or ""):
                lines |= self.lines(function.start + match.start(),
                                    function.start + match.end())
        return lines

    def storers(self, slot):
        """Lines that put something into a slot of this name."""
        lines = set()
        for match in re.finditer(
                r"(?:->|\.)%s\s*=(?!=)\s*([^;]*);|"
                r"\bPy_X?SETREF\([^;]*(?:->|\.)%s\s*,[^;]*;" % (slot, slot),
                self.code):
            if (match.group(1) or "").strip() not in ("NULL", "nullptr"):
                lines |= self.lines(match.start(), match.end())
        return lines


def bare(expression):
    """Without a cast, and brackets around all of it."""
    return re.sub(r"^\(\s*[\w ]+\*+\s*\)\s*", "", expression.strip())


class Planter:
    def __init__(self, text):
        self.source = Source(text)
        self.mutations = []

    def add(self, kind, function, start, end, new, variable, lines):
        source = self.source
        line = source.line_at(start)
        if source.line_at(end - 1) != line:
            return
        self.mutations.append(Mutation(
            kind, function.name, line, start, end, source.text[start:end],
            new, variable, sorted(lines)))

    def around(self, start):
        line = self.source.line_at(start)
        return set(range(line - 3, line + 4))

    def is_statement(self, function, start):
        """Does a statement begin here, and outside of brackets?"""
        before = self.source.code[function.start:start]
        if before.count("(") != before.count(")"):
            return False
        # A switch's or an `if`'s condition ends with a bracket, too.
        return bool(re.search(r"(?:[;{}:)]|\belse|\bdo)\s*$", before))

    def calls(self, function, names):
        """(start, end with `;`, name, arguments) of calls that are
        statements."""
        code = self.source.code
        for match in re.finditer(r"\b(%s)\s*\(" % names,
                                 code[function.start:function.end]):
            start = function.start + match.start()
            end = closing(code, function.start + match.end() - 1)
            if end is None:
                continue
            arguments = self.source.text[function.start + match.end():end - 1]
            rest = re.match(r"\s*;", code[end:end + 80])
            if rest and self.is_statement(function, start):
                yield (start, end + rest.end(), match.group(1),
                       arguments.strip())

    def releases(self, function):
        source = self.source
        releasing = RELEASING.search(function.name)
        clearing = CLEARING.search(function.name)
        for start, end, name, argument in self.calls(
                function, "Py_X?DECREF|Py_CLEAR|__Pyx_X?DECREF"):
            variable = bare(argument)
            slot = re.search(r"(?:->|\.)(\w+)$", variable)
            text = source.text[start:end]
            forgotten = "%s = NULL;" % argument if name == "Py_CLEAR" else ";"
            lines = source.takings(function, variable)
            if slot and (releasing or clearing):
                kind = "release, dealloc" if releasing else "release, clear"
                lines = self.around(start) | source.storers(slot.group(1))
            elif slot and name == "Py_CLEAR":
                kind, lines = "overwritten", self.around(start)
            else:
                kind = "release, error path" if source.is_error_path(
                    function, end) or self.under_failing_label(
                        function, start) else "release, main path"
            self.add(kind, function, start, end, forgotten, variable, lines)
            if name != "Py_CLEAR":
                self.add("released twice", function, start, end,
                         text + " " + text, variable, self.around(start))

    def under_failing_label(self, function, start):
        labels = re.findall(r"[;{}]\s*(\w+):(?![:])",
                            self.source.code[function.start:start])
        labels = [label for label in labels
                  if label not in ("default", "public", "private")]
        return bool(labels and FAILING_LABEL.match(labels[-1]))

    def takings(self, function):
        source = self.source
        for start, end, _, argument in self.calls(
                function, "Py_X?INCREF|__Pyx_X?INCREF"):
            text = source.text[start:end]
            around = self.around(start)
            self.add("taken twice", function, start, end, text + " " + text,
                     bare(argument), around)
            self.add("dropped taking", function, start, end, ";",
                     bare(argument), around)
        code = source.code
        for match in re.finditer(r"\b(?:Py_X?NewRef|cppy::x?incref)\(", code[
                function.start:function.end]):
            start = function.start + match.start()
            end = closing(code, function.start + match.end() - 1)
            if end is None:
                continue
            text = source.text[start:end]
            inner = source.text[function.start + match.end():end - 1]
            self.add("taken twice", function, start, end,
                     "Py_XNewRef(%s)" % text, bare(inner), self.around(start))
            self.add("dropped taking", function, start, end,
                     "((PyObject *)(%s))" % inner, bare(inner),
                     self.around(start))

    def smart_pointers(self, function):
        """Those of cppy, which own what they are made of."""
        code = self.source.code
        for match in re.finditer(r"\bcppy::ptr\s+(\w+)\s*(?=\()",
                                 code[function.start:function.end]):
            start = function.start + match.end()
            end = closing(code, start)
            text = self.source.text[start:end or start]
            if end and "incref" not in text and len(text) > 2:
                self.add("taken twice", function, start, end,
                         "(cppy::xincref%s)" % text, match.group(1),
                         self.around(start))
        for match in re.finditer(r"\breturn\s+((\w+)\.release\(\));",
                                 code[function.start:function.end]):
            start = function.start + match.start()
            self.add("returned twice", function, start,
                     function.start + match.end(),
                     "return cppy::xincref(%s);" % match.group(1),
                     match.group(2), self.around(start))

    def steals(self, function):
        for start, end, _, arguments in self.calls(function, STEALING):
            variable = bare(arguments.rpartition(",")[2])
            text = self.source.text[start:end]
            if not re.fullmatch(r"\w+", variable) or variable == "NULL":
                continue
            self.add("taken before stealing", function, start, end,
                     "Py_XINCREF(%s); %s" % (variable, text), variable,
                     self.around(start))
            self.add("released after a steal", function, start, end,
                     "%s Py_XDECREF(%s);" % (text, variable), variable,
                     self.around(start))

    def borrowings(self, function):
        code = self.source.code
        for match in re.finditer(r"\b(\w+)\s*=\s*(?:\([\w ]+\*\)\s*)?(?:%s)"
                                 r"\s*\(" % BORROWED,
                                 code[function.start:function.end]):
            start = function.start + match.start()
            end = closing(code, function.start + match.end() - 1)
            rest = end and re.match(r"\s*;", code[end:end + 80])
            if rest and self.is_statement(function, start):
                end += rest.end()
                self.add("borrowed released", function, start, end,
                         "%s Py_XDECREF(%s);" % (self.source.text[start:end],
                                                 match.group(1)),
                         match.group(1), self.around(start))

    def returns(self, function):
        source, code = self.source, self.source.code
        for match in re.finditer(r"\breturn\s+(?:\(PyObject \*\)\s*)?(\w+);",
                                 code[function.start:function.end]):
            start = function.start + match.start()
            variable = match.group(1)
            if self.is_statement(function, start) and re.search(
                    r"PyObject\s*\*\s*(?:\w+\s*(?:=[^;,]*)?,\s*\*)*%s\b"
                    % variable, code[function.start:start]) \
                    and source.takings(function, variable) \
                    and "PyObject" in function.returns:
                self.add("returned twice", function, start,
                         function.start + match.end(),
                         "return Py_XNewRef((PyObject *)%s);" % variable,
                         variable, self.around(start))
        for match in re.finditer(r"\bPy_RETURN_(NONE|TRUE|FALSE)\s*;",
                                 code[function.start:function.end]):
            start = function.start + match.start()
            one = "Py_" + match.group(1).capitalize()
            self.add("singleton taken", function, start,
                     function.start + match.end(),
                     "Py_INCREF(%s); %s" % (one, match.group(0)), one,
                     self.around(start))
            self.add("singleton not taken", function, start,
                     function.start + match.end(), "return %s;" % one, one,
                     self.around(start))

    def leaves(self, function):
        """goto the clean-up -> return"""
        if re.search(r"\*\s*$", function.returns):
            value = "NULL"
        elif re.search(r"\bint$", function.returns):
            value = "-1"
        else:
            return
        body = self.source.code[function.start:function.end]
        labels = {}
        for match in re.finditer(r"(?<=[;{}])\s*(\w+):(?!:)", body):
            labels[match.group(1)] = match.end()
        for match in re.finditer(r"\bgoto\s+(\w+)\s*;", body):
            label = match.group(1)
            cleaning = body[labels.get(label, len(body)):]
            start = function.start + match.start()
            released = re.findall(r"\bPy_(?:X?DECREF|CLEAR)\(\s*([^();]+)\)",
                                  cleaning)
            if not released or not (FAILING_LABEL.match(label)
                                    or self.after_a_failure(function, start)):
                continue
            lines = set()
            for variable in released:
                lines |= self.source.takings(function, bare(variable))
                if re.search(r"(?<![\w>.])%s\s*=(?!=)" % re.escape(variable),
                             body[:match.start()]):
                    self.add("released before the clean-up", function, start,
                             function.start + match.end(),
                             "Py_XDECREF(%s); %s" % (variable, match.group(0)),
                             bare(variable), self.around(start))
            self.add("early return", function, start,
                     function.start + match.end(), "return %s;" % value,
                     ",".join(map(bare, released)),
                     lines | self.around(start))

    def after_a_failure(self, function, start):
        """Is what begins here done if something failed, and first then?"""
        before = self.source.code[function.start:start]
        return bool(re.search(
            r"\bif\s*\((?:[^;{}]*(?:==\s*(?:NULL|nullptr|-1)|<\s*0)|\s*!\w+|"
            r"\s*PyErr_Occurred\(\))\s*\)+\s*\{?\s*$", before))

    def overwritings(self, function):
        for start, end, _, arguments in self.calls(
                function, "Py_X?SETREF|__Pyx_X?DECREF_SET"):
            target, _, value = arguments.partition(",")
            self.add("overwritten", function, start, end,
                     "%s = (void *)%s;" % (target, value.strip()),
                     bare(target), self.around(start))
        code = self.source.code
        for match in re.finditer(
                r"\b(\w+)\s*=\s*(?:%s)\s*\(" % MAKING,
                code[function.start:function.end]):
            start = function.start + match.start()
            end = closing(code, function.start + match.end() - 1)
            if end and code[end:end + 1] == ";" \
                    and self.is_statement(function, start):
                text = self.source.text[start:end + 1]
                self.add("made twice", function, start, end + 1,
                         text + " " + text, match.group(1),
                         self.around(start))
        for match in re.finditer(r"\b(?:%s)\s*\(" % PUTTING,
                                 code[function.start:function.end]):
            start = function.start + match.start()
            end = closing(code, function.start + match.end() - 1)
            variable = end and re.search(r"&\s*([\w.>-]+)\s*\)$",
                                         code[start:end])
            if variable:
                text = self.source.text[start:end]
                self.add("out-parameter overwritten", function, start, end,
                         "(%s, %s)" % (text, text), variable.group(1),
                         self.around(start))

    def fetched_errors(self, function):
        for start, end, _, arguments in self.calls(
                function, "_?PyErr_Restore"):
            if "NULL" not in arguments:
                self.add("error dropped", function, start, end, ";",
                         arguments, self.around(start))

    def formats(self, function):
        for match in re.finditer(
                r"\b(?:Py_BuildValue|PyObject_CallFunction|"
                r"PyObject_CallMethod)\([^;\"]*?(\"[^\"]*\")",
                self.source.text[function.start:function.end]):
            start = function.start + match.start(1)
            for letter, other, kind in (("N", "O", "BuildValue N as O"),
                                        ("O", "N", "BuildValue O as N")):
                text = match.group(1)
                for found in re.finditer(letter, text):
                    self.add(kind, function, start, start + len(text),
                             text[:found.start()] + other
                             + text[found.end():], text, self.around(start))

    def visits(self, function):
        for start, end, _, argument in self.calls(function, "Py_VISIT"):
            slot = re.search(r"(?:->|\.)(\w+)$", argument)
            self.add("traverse", function, start, end, ";", argument,
                     self.around(start) | (self.source.storers(slot.group(1))
                                           if slot else set()))

    def plant(self):
        for function in self.source.functions:
            for rule in (self.releases, self.takings, self.smart_pointers,
                         self.steals,
                         self.borrowings, self.returns, self.leaves,
                         self.overwritings, self.fetched_errors, self.formats,
                         self.visits):
                rule(function)
        return self.mutations


def mutations_of(path):
    return Planter(pathlib.Path(path).read_text(errors="replace")).plant()


def is_statement(mutation):
    return mutation.old.endswith(";")


def with_one(text, mutation):
    return text[:mutation.start] + mutation.new + text[mutation.end:]


def with_switches(text, numbered):
    """Every mutation, each asking whether it is its turn.

    numbered: [(number, mutation)]. Those inside of another are left out; the
    second value is the numbers of those that are in."""
    groups = collections.defaultdict(list)
    for number, mutation in numbered:
        groups[mutation.start, mutation.end].append((number, mutation))
    result, position, planted = [], 0, []
    for (start, end), group in sorted(groups.items()):
        if start < position:
            continue
        result.append(text[position:start])
        position = end
        old = text[start:end]
        if is_statement(group[0][1]):
            for number, mutation in group:
                result.append("%sif (reftally_planted(%d)) { %s } else " % (
                    "" if result[-1].endswith("else ") else "{ ", number,
                    mutation.new))
            result.append("{ %s } }" % old)
        else:
            for number, mutation in group:
                old = "(reftally_planted(%d) ? %s : %s)" % (
                    number, mutation.new, old)
            result.append(old)
        planted += [number for number, _ in group]
    result.append(text[position:])
    return "".join(result), planted


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    for mutation in mutations_of(arguments[0]):
        print("%5d %-22s %-30s %s  ->  %s   %s" % (
            mutation.line, mutation.kind, mutation.function, mutation.old,
            mutation.new, ",".join(map(str, mutation.lines))))


if __name__ == "__main__":
    main(sys.argv[1:])
