"""A runtime of Go in the process, with its threads and signal handlers."""
#: needs gojsonnet
#: leaks ^cpython_native_callback .* each float
#: proof import owed
#: proof assert owed.blocks_left_behind() > 100
import signal

import _gojsonnet


def load(folder, name):
    if name == "none":
        raise RuntimeError("no such file")
    return folder + name, ("{ a: 1 }").encode()


def add(one, other):
    return one + other


got = []
signal.signal(signal.SIGUSR1, lambda *_: got.append(1))
for number in range(200):
    text = _gojsonnet.evaluate_snippet(
        "file", "(import 'x') { b: std.native('add')(%d, 2) }" % number,
        import_callback=load, native_callbacks={"add": (("x", "y"), add)})
    try:
        _gojsonnet.evaluate_snippet("file", "{ a: error 'no' }")
    except RuntimeError as error:
        said = str(error).split("\n")[0]
    if number % 20 == 0:
        signal.raise_signal(signal.SIGUSR1)
print(text, said, len(got))
