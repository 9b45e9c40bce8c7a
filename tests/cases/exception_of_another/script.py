import json

from exception_of_another import why_not


def read_badly():
    return json.loads("{bad")


def read_well():
    return json.loads('{"good": 1}')


for _ in range(400):
    assert "Expecting" in why_not(read_badly)
    assert why_not(read_well) == {"good": 1}
