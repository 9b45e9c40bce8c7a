from wrongly_copied import Reference, keep


class Cell:
    pass


def work():
    for _ in range(400):
        reference.copy()


cell = Cell()
reference = Reference(cell)
keep([cell] * 10000)  # so many that it lives
work()
