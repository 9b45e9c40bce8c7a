from without_the_last import Row


def work():
    for number in range(300):
        Row([number], [number, number], [])


work()
