"""What reftally knows of an object, in gdb: of a live process or of a core.

    (gdb) source PREFIX/share/reftally/gdb.py
    (gdb) reftally-object ADDRESS [LEDGER]

The ledger is the file that the process has mapped; `reftally dump` reads it
(the program is $reftally, or the one on the PATH). What is an address in the
ledger, gdb has a name and a line for.
"""

import json
import re
import subprocess

import gdb

MAGIC = b"reftally"
FIELD = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|\S+)')
FRAMES_MAX = 12  # of each of the two stacks of a change


def mapped_ledger():
    try:
        said = gdb.execute("info proc mappings", to_string=True)
    except gdb.error as error:
        raise gdb.GdbError("there is no process and no core: %s" % error)
    paths = {match.group(1) for match in
             re.finditer(r"(?m)\s(/\S.*)$", said)}
    found = sorted(path for path in paths if is_ledger(path))
    if len(found) == 1:
        return found[0]
    raise gdb.GdbError("several ledgers are mapped, name one: %s"
                       % ", ".join(found) if found else
                       "no ledger is mapped that is still there: name it")


def is_ledger(path):
    try:
        with open(path, "rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def value_of(text):
    """Of a field of a dump."""
    if text.startswith('"'):
        try:
            return json.loads(text)
        except ValueError:
            return text[1:-1]
    try:
        return int(text, 0)
    except ValueError:
        return text


class Ledger:
    """The lines of a dump; a record is taken apart when it is asked for."""

    def __init__(self, path):
        chosen = gdb.convenience_variable("reftally")
        program = chosen.string() if chosen is not None else "reftally"
        try:
            done = subprocess.run([program, "dump", path],
                                  stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, timeout=600)
        except OSError as error:
            raise gdb.GdbError("%s: %s (set $reftally to its path)"
                               % (program, error.strerror))
        if done.returncode != 0:
            raise gdb.GdbError(done.stderr.decode(errors="replace").strip())
        self._lines = {}
        for line in done.stdout.decode(errors="replace").splitlines():
            name, number, fields = (line + "  ").split(" ", 2)
            self._lines[name, number] = fields

    def find(self, name, number):
        fields = self._lines.get((name, str(number)), "")
        return {key: value_of(text) for key, text in FIELD.findall(fields)}

    def at(self, name, address):
        """Records of objects with this address."""
        wanted = "object=0x%x " % address
        return [self.find(*key) for key, fields in self._lines.items()
                if key[0] == name and wanted in fields]

    def chain(self, name, number):
        """A node and those above it."""
        while number:
            node = self.find(name, number)
            yield node
            number = node.get("parent", 0)


def place(address):
    """As gdb names it: FUNCTION at FILE:LINE, or what is near."""
    line = gdb.find_pc_line(address)
    try:
        block = gdb.block_for_pc(address)
    except RuntimeError:
        block = None
    names = []  # a function, and those that it is inlined in
    while block is not None:
        if block.function is not None:
            names.append(str(block.function))
        block = block.superblock
    if names and line.symtab is not None:
        return "%s at %s:%d" % (" in ".join(names), line.symtab.filename,
                                line.line)
    said = gdb.execute("info symbol 0x%x" % address, to_string=True)
    return said.strip() if " in section " in said else "0x%x" % address


def native_places(ledger, tag):
    for node in ledger.chain("node", tag):
        if node.get("kind") == "site":
            site = ledger.find("site", node.get("value", 0))
            image = ledger.find("image", site.get("image", 0))
            if image:
                yield place(image.get("bias", 0) + site.get("offset", 0))
        elif node.get("kind") == "return":
            yield place(node["value"] - 1)  # in the call, not behind it


def python_places(ledger, number):
    for node in ledger.chain("python_node", number):
        code = ledger.find("code", node.get("code", 0))
        yield "%s:%d in %s" % (code.get("filename", "?"), node.get("line", 0),
                               code.get("function", "?"))


def say(text):
    gdb.write(text + "\n")


def say_places(first, places):
    for number, one in enumerate(places):
        if number == FRAMES_MAX:
            say("        ...")
            break
        say("      %s %s" % (first if number == 0 else "from", one))


def say_account(ledger, account):
    kind = ledger.find("type", account.get("type", 0))
    say("%s at 0x%x: references %d, born as number %d"
        % (kind.get("name", "an object"), account["object"],
           account.get("references", 0), account.get("serial", 0)))
    number, seen = account.get("entries", 0), set()
    while number and number not in seen:  # a process may be changing it
        seen.add(number)
        entry = ledger.find("entry", number)
        taken, released = entry.get("taken", 0), entry.get("released", 0)
        say("  taken %d, released %d" % (taken, released))
        say_places("at  ", native_places(ledger, entry.get("tag", 0)))
        say_places("py  ", python_places(ledger, entry.get("python", 0)))
        number = entry.get("next", 0)


class ReftallyObject(gdb.Command):
    """reftally-object ADDRESS [LEDGER]
What reftally knows of the object there: each place that took or released
references to it, with the stacks of C and of Python."""

    def __init__(self):
        super().__init__("reftally-object", gdb.COMMAND_DATA,
                         gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, from_tty):
        words = gdb.string_to_argv(argument)
        if len(words) not in (1, 2):
            raise gdb.GdbError("usage: reftally-object ADDRESS [LEDGER]")
        address = int(gdb.parse_and_eval(words[0])) & (1 << 64) - 1
        ledger = Ledger(words[1] if len(words) == 2 else mapped_ledger())
        accounts = ledger.at("account", address)
        for account in accounts:
            say_account(ledger, account)
        counted = [] if accounts else ledger.at("counted", address)
        for one in counted:
            kind = ledger.find("type", one.get("type", 0))
            say("%s at 0x%x: references %d, counted without stacks"
                % (kind.get("name", "an object"), address,
                   one.get("references", 0)))
        if not accounts and not counted:
            say("no object with an account lives at 0x%x" % address)


ReftallyObject()
