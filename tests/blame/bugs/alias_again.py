"""The value of a type alias that is evaluated while it is evaluated is
overwritten."""
CULPRIT = "typealias_get_value typealias_value"

SOURCE = """
def value():
    global first
    if first:
        first = False
        Alias.__value__
    return [object()]
type Alias = value()
"""


code = compile(SOURCE, "alias", "exec")


def step():
    names = {"first": True}
    exec(code, names)
    names["Alias"].__value__
