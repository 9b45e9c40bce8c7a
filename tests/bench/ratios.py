"""ratios - what each way of recording costs, against plain python.

The configurations take turns within a round, so what disturbs the machine
disturbs them all; a ratio is always to the plain run of the same round.
"""
import collections
import glob
import math
import os
import pathlib
import statistics
import sys

import ledger
import preload

PROGRAMS_DIRECTORY = pathlib.Path(__file__).resolve().parent / "programs"

# Program, and the repetitions that take it about a second.
PROGRAMS = {"calls": 300, "objects": 270, "sorting": 440,
            "generators": 1100, "json_text": 3000}

# limit: what the project promises, as a ratio; None: no promise.
Configuration = collections.namedtuple(
    "Configuration", "name settings limit", defaults=(None,))

CONFIGURATIONS = {
    "asleep": Configuration("asleep, before a start that is asked for",
                            {"start": "mark"}, 1.03),
    "idle": Configuration("nothing tracked", {"track": "nothing.at_all"},
                          1.25),
    "rare": Configuration("one type (dict), full ledger",
                          {"track": "dict", "stack": "full"}),
    "count": Configuration("everything, counted",
                           {"track": "all", "stack": "none"}, 2.6),
    "site": Configuration("everything, tagged with the site",
                          {"track": "all", "stack": "site"}),
    "full": Configuration("everything, full ledger and stack tags",
                          {"track": "all", "stack": "full"}),
    "audit": Configuration("full, frames audited (`REFTALLY_FRAMES=audit`)",
                           {"track": "all", "stack": "full",
                            "frames": "audit"}),
    "count_all": Configuration("counted, every life "
                               "(`REFTALLY_SAMPLE=all`)",
                               {"track": "all", "stack": "none",
                                "sample": "all"}),
    "full_all": Configuration("full, every life and every change",
                              {"track": "all", "stack": "full",
                               "sample": "all"}),
}

PEERS = ("memray", "valgrind")


class Failed(Exception):
    pass


# One run: its CPU time and, with the library, the ledger's header.
Sample = collections.namedtuple("Sample", "cpu_seconds header")


def command(key, python, debug_python, program, scale, directory):
    script = [str(PROGRAMS_DIRECTORY / (program + ".py")),
              str(max(1, int(PROGRAMS[program] * scale)))]
    # No site directory, no bytecode: nothing but the program differs.
    bare = ["-S", "-E", "-B"]
    if key == "debug":
        return [debug_python] + bare + script
    if key == "memray":
        return [python, "-m", "memray", "run", "-q", "-f", "-o",
                os.path.join(directory, "peer.bin")] + script
    if key == "valgrind":
        return ["valgrind", "-q", "--tool=none", python] + bare + script
    return [python] + bare + script


def read_only_ledger(directory, what):
    """The header of the one ledger in a directory, which is then removed."""
    paths = glob.glob(os.path.join(directory, "*.ledger"))
    if len(paths) != 1:
        raise Failed("%s: %d ledgers instead of one" % (what, len(paths)))
    try:
        header = ledger.read_header(paths[0])
    except ledger.NotALedger as error:
        raise Failed("%s: %s" % (what, error))
    os.unlink(paths[0])
    if header["stopped"]:
        raise Failed("%s: recording stopped, reason %d"
                     % (what, header["reason"]))
    return header


def run_configuration(key, python, program, scale, library, directory,
                      debug_python, expected):
    """One Sample and what the program printed. Raises Failed when that is not
    `expected` (None: anything) or when nothing was recorded."""
    what = "%s, %s" % (program, key)
    env = preload.environment()
    if key in CONFIGURATIONS:
        env = preload.environment(
            library, output=os.path.join(directory, "%p.ledger"),
            cache=os.path.join(directory, "cache"),
            **CONFIGURATIONS[key].settings)
    arguments = command(key, python, debug_python, program, scale, directory)
    result = preload.run(arguments, env, seconds=120, directory=directory)
    if result.timed_out:
        raise Failed("%s: did not end within 120 s" % what)
    if result.status != 0:
        raise Failed("%s: exit status %d: %s"
                     % (what, result.status,
                        result.stderr.decode(errors="replace")[-300:]))
    if expected is not None and result.stdout != expected:
        raise Failed("%s: printed %r, plain python %r"
                     % (what, result.stdout, expected))
    header = None
    if key in CONFIGURATIONS:
        header = read_only_ledger(directory, what)
        if header["changes_seen"] == 0 and key != "idle":
            raise Failed("%s: the ledger saw no change" % what)
    return Sample(result.cpu_seconds, header), result.stdout


def progress(text):
    if sys.stderr.isatty():
        print("\r\033[K" + text, end="", file=sys.stderr, flush=True)


def measure(python, keys, programs, rounds, scale, library, directory,
            debug_python):
    """{(key, program): [Sample of each round]}, "plain" among the keys."""
    samples = collections.defaultdict(list)
    keys = ["plain"] + list(keys)
    for program in programs:
        # Fills the plan cache and the page cache.
        for key in keys:
            run_configuration(key, python, program, 0, library, directory,
                              debug_python, None)
    for round_number in range(rounds):
        for program in programs:
            expected = None
            turn = round_number % len(keys)
            for key in ["plain"] + [key for key in keys[turn:] + keys[:turn]
                                    if key != "plain"]:
                progress("round %d of %d: %s, %s" % (
                    round_number + 1, rounds, program, key))
                sample, output = run_configuration(
                    key, python, program, scale, library, directory,
                    debug_python, expected)
                expected = expected or output
                samples[key, program].append(sample)
    progress("")
    return samples


def ratio(samples, key, program):
    return statistics.median(
        sample.cpu_seconds / plain.cpu_seconds for sample, plain
        in zip(samples[key, program], samples["plain", program]))


def geometric_mean(values):
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values))


def nanoseconds_per_change(samples, key, program):
    """CPU time above the run with nothing tracked, by changes seen; None
    unless both were measured and the changes are not lost in the noise."""
    if not samples.get(("idle", program)) or key in ("plain", "idle"):
        return None
    extra = statistics.median(
        sample.cpu_seconds - idle.cpu_seconds for sample, idle
        in zip(samples[key, program], samples["idle", program]))
    changes = samples[key, program][0].header["changes_seen"]
    return extra * 1e9 / changes if changes >= 1000000 else None
