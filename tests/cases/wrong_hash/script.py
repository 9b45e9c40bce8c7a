from wrong_hash import Thing


def work():
    for _ in range(2000):
        hash(Thing())


work()
