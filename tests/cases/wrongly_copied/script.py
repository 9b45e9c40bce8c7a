from wrongly_copied import Cell, Reference


def work():
    for _ in range(400):
        reference.copy()


cell = Cell()
reference = Reference(cell)
# So many that it lives: these let go of it when the program ends.
kept = [cell] * 10000
work()
