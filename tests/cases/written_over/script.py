from written_over import Row


class Thing:
    pass


def work():
    for number in range(600):
        row = Row(Thing(), None)
        row[0] = [number]


work()
