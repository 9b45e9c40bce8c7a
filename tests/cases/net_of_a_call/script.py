from net_of_a_call import wrap


def work():
    for number in range(300):
        inner = ["some", "thing"]
        first = wrap(inner)
        for _ in range(6):
            first = first.again()


work()
