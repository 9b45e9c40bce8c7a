"""code.replace() forgets the bytes of the code when an audit hook refuses."""
import sys

CULPRIT = "code_replace_impl code_replace"


class Refused(Exception):
    pass


def refuse(event, arguments):
    if event == "code.__new__":
        raise Refused(event)


sys.addaudithook(refuse)
code = (lambda: 0).__code__


def step():
    try:
        code.replace(co_name="another name")
    except Refused:
        pass


def probe():
    return sys.getrefcount(code.co_code)
