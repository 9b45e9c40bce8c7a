"""Signals that nobody handles look so, and what the process sends itself comes
at once: nothing is printed behind it."""
#: prints no handlers
#: status -15
#: ledger finished
import os
import signal

for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGABRT, signal.SIGSEGV,
               signal.SIGFPE, signal.SIGILL, signal.SIGBUS, signal.SIGQUIT,
               signal.SIGALRM, signal.SIGXCPU):
    assert signal.getsignal(number) == signal.SIG_DFL, number
assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
os.write(1, b"no handlers\n")
os.kill(os.getpid(), signal.SIGTERM)
os.write(1, b"went on\n")
