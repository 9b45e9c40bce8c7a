import forgotten_exception


class Refusal(Exception):
    pass


def refuse():
    raise Refusal("refused")


def accept():
    return ["accepted"]


for _ in range(400):
    assert forgotten_exception.call_quietly(refuse) is None
    assert forgotten_exception.call_quietly(accept) == ["accepted"]
