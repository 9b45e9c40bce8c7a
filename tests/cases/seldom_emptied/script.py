from seldom_emptied import as_it_is, box_around


def same(number):
    return number


def make(kind, number):
    return kind((number, 1))


def main():
    total = 0
    for number in range(40000):
        one = make(as_it_is if number % 100 else box_around, number)
        # Entered from C, twice: all that happens while the box is there.
        total += max((number, 1), key=same)
        if number % 100 == 0:
            one.finish()
    return total


print(main())
