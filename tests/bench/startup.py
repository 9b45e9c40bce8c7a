"""startup - what the library adds before a program's first line runs."""
import os
import shutil
import statistics
import sys

import preload


def _median_milliseconds(results, field):
    return statistics.median(getattr(result, field)
                             for result in results) * 1000


def _alternate(commands, runs, directory):
    """{name: [Result]}; commands is {name: (command, environment, before)},
    and before() runs ahead of each run, unmeasured."""
    results = {name: [] for name in commands}
    for run_number in range(runs + 1):
        for name, (command, env, before) in commands.items():
            if before:
                before()
            result = preload.run(command, env, seconds=60,
                                 directory=directory)
            if result.status != 0 or result.stdout or result.stderr:
                sys.exit("%s: %s: status %d, output %r"
                         % (" ".join(command), name, result.status,
                            (result.stdout + result.stderr)[-300:]))
            if run_number:  # the first round warms caches
                results[name].append(result)
        for name in os.listdir(directory):
            if name.endswith(".ledger"):
                os.unlink(os.path.join(directory, name))
    return results


def measure(python, library, directory, runs):
    """Rows (what, wall ms, wall ms over plain, CPU ms over plain)."""
    def settings(cache):
        return preload.environment(
            library, output=os.path.join(directory, "%p.ledger"),
            cache=os.path.join(directory, cache))

    def forget():
        shutil.rmtree(os.path.join(directory, "cold"), ignore_errors=True)

    nothing = [python, "-S", "-E", "-c", "pass"]
    true = [shutil.which("true") or "/bin/true"]
    rows = []
    plain = {"python -S -c pass": (nothing, preload.environment(), None)}
    for commands in (
            dict(plain, **{"... with the library, warm plan cache":
                           (nothing, settings("warm"), None)}),
            # Apart: making plans leaves the processor's caches to nobody.
            dict(plain, **{"... with the library, no plan cached":
                           (nothing, settings("cold"), forget)}),
            {"true (not Python)": (true, preload.environment(), None),
             "... with the library": (true, settings("warm"), None)}):
        # A millisecond needs more runs than a hundred do.
        results = _alternate(commands, runs if true not in [
            command for command, _, _ in commands.values()] else runs * 10,
            directory)
        base = next(iter(results.values()))
        for name, of_name in results.items():
            if name not in [row[0] for row in rows] or of_name is not base:
                rows.append((
                    name, _median_milliseconds(of_name, "wall_seconds"),
                    _median_milliseconds(of_name, "wall_seconds")
                    - _median_milliseconds(base, "wall_seconds"),
                    _median_milliseconds(of_name, "cpu_seconds")
                    - _median_milliseconds(base, "cpu_seconds")))
    return rows
