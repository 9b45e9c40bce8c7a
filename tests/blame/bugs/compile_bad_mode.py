"""compile() forgets the decoded file name when a later argument is bad."""

CULPRIT = "builtin_compile"


def step():
    try:
        compile("1", b"some/long/file/name.py", 5)
    except TypeError:
        pass
