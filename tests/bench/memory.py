"""memory - what a live tracked object and a stack node cost in bytes.

Both from the tables of the ledger and from the growth of the process, which
also holds the map of tracked addresses and the indexes.
"""
import os
import signal

import preload
import ratios

OBJECTS = 100000  # lists, each with a float
DEPTH = 12        # of the tree of stacks: 2 ** DEPTH paths


def _grown(python, program, argument, env, directory):
    result = preload.run(
        [python, "-S", "-E", "-B",
         str(ratios.PROGRAMS_DIRECTORY / (program + ".py")), str(argument)],
        env, seconds=120, directory=directory)
    if result.status != -signal.SIGKILL or not result.stdout.strip():
        raise ratios.Failed("%s: status %d, output %r" % (
            program, result.status, (result.stdout + result.stderr)[-300:]))
    return int(result.stdout)


def _table_bytes(header, *names):
    return sum(header["tables"]["LEDGER_" + name][0]
               * header["tables"]["LEDGER_" + name][1]
               for name in names if "LEDGER_" + name in header["tables"])


def measure(python, library, directory):
    """Rows (what, bytes)."""
    env = preload.environment(
        library, output=os.path.join(directory, "%p.ledger"),
        cache=os.path.join(directory, "cache"), track="all", stack="full")
    rows = []

    plain = _grown(python, "live_objects", OBJECTS, preload.environment(),
                   directory)
    grown = _grown(python, "live_objects", OBJECTS, env, directory)
    header = ratios.read_only_ledger(directory, "live_objects")
    live = (header["births"] + header["adopted"] - header["deaths"]
            - header["vanished"])
    if live < 2 * OBJECTS:
        raise ratios.Failed("live_objects: %d objects in the ledger, the "
                            "program holds %d" % (live, 2 * OBJECTS))
    rows.append(("live tracked object, in the ledger",
                 _table_bytes(header, "ACCOUNTS", "ENTRIES",
                               "PENDING") / live))
    rows.append(("live tracked object, growth of the process",
                 (grown - plain) / (2 * OBJECTS)))

    plain = _grown(python, "many_stacks", DEPTH, preload.environment(),
                   directory)
    grown = _grown(python, "many_stacks", DEPTH, env, directory)
    header = ratios.read_only_ledger(directory, "many_stacks")
    nodes = header["tables"]["LEDGER_NODES"][1]
    if nodes < 2 ** DEPTH:
        raise ratios.Failed("many_stacks: only %d stack nodes for %d stacks"
                            % (nodes, 2 ** DEPTH))
    rows.append(("stack node, in the ledger",
                 _table_bytes(header, "NODES") / nodes))
    rows.append(("stack node, growth of the process with Python stacks and "
                 "profiles of dead objects", (grown - plain) / nodes))
    return rows
