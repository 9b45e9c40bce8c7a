from small_numbers import length_of

ALL = [range(number) for number in range(300)]


def work():
    for _ in range(400):
        for items in ALL:
            length_of(items)


work()
