from dies_of_a_loan import Thing, length


def main():
    thing = Thing()
    thing.itself()  # it dies here
    others = [bytes(31) + bytes(number) for number in range(4)]
    print(length(thing), len(others))  # its memory is the first one's


main()
