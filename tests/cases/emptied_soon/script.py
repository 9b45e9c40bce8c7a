from emptied_soon import box_around


def same(number):
    return number


def main():
    total = 0
    for number in range(2000):
        box = box_around((number, 1))
        # Entered from C, twice: all that happens while the box is there.
        total += max((number, 1), key=same)
        box.finish()
    return total


print(main())
