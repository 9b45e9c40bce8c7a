import copy

from _random import Random
from exercise import Failing, LASTING, Thing, broken, tried


class Hashed:
    def __hash__(self):
        return 5


def step():
    for seed in (None, 5, -7, 1 << 200, "text", b"x", 1.5, Failing(), [],
                 LASTING[0], Hashed(), Thing(9)):
        tried(Random, seed)
        one = Random()
        tried(one.seed, seed)
        tried(one.random), tried(copy.copy, one)
        for bits in (0, 1, 33, 200, -1, "x", 1 << 70, Failing()):
            tried(one.getrandbits, bits)
        state = one.getstate()
        tried(one.setstate, state)
        for wrong in (5, state[:9], state[:-1] + ("x",), state[:-1] + (9999,),
                      ("x",) * len(state), (Failing(),) * len(state), broken,
                      (-1,) * len(state)):
            tried(one.setstate, wrong)
    tried(Random, 1, 2), tried(Random, a=1)
