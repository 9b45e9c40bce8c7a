"""OSError.__init__ overwrites fields that were set before it."""
import sys

CULPRIT = "oserror_init OSError_init"

field = object()


class Early(OSError):
    def __init__(self, *arguments):
        self.filename = self.errno = self.strerror = field
        self.filename2 = field
        super().__init__(*arguments)


def step():
    Early(2, "text", "file", None, "other file")


def probe():
    return sys.getrefcount(field)
