from two_leaks import look


def main():
    total = 0
    for number in range(400):
        total += look(["a name", "another name", "no name"])
    return total


print(main())
