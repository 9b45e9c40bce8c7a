"""sys.exit with a number, after atexit handlers."""
#: prints handler
#: status 5
import atexit
import sys

atexit.register(print, "handler")
sys.exit(5)
