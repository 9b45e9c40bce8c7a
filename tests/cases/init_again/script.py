from init_again import Box

shared = ["some", "thing"]


def work():
    for number in range(300):
        box = Box(shared)
        for again in range(4):
            other = Box(shared)
        box.__init__(shared)


work()
