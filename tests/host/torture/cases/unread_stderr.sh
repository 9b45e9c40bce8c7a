# Standard error is a pipe that nobody reads, without a reader or full, and the
# library has something to say: neither a signal nor a wait.
#: prints without a reader 0
#: prints full 0
#: ledger none
export LIBRARY="$LD_PRELOAD"
LD_PRELOAD= "$PYTHON" -S - <<'END'
import os
import subprocess
import sys

CODE = """
import signal
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
keep = [[number] for number in range(1000)]
"""

env = dict(os.environ, REFTALLY_OUTPUT="/nonexistent/directory/ledger")
if env["LIBRARY"]:
    env["LD_PRELOAD"] = env["LIBRARY"]


def status(prepare):
    reader, writer = os.pipe()
    prepare(reader, writer)
    child = subprocess.run([sys.executable, "-S", "-c", CODE], env=env,
                           stderr=writer, timeout=60)
    return child.returncode


def fill(reader, writer):
    os.set_blocking(writer, False)
    try:
        while True:
            os.write(writer, bytes(65536))
    except BlockingIOError:
        os.set_blocking(writer, True)


print("without a reader", status(lambda reader, writer: os.close(reader)))
print("full", status(fill))
END
