from first_made_by_import import decode
from options import Options


def work():
    for _ in range(300):
        decode(Options)


work()
