from dies_of_a_loan import Thing, use_memory


def main():
    thing = Thing()
    thing.itself()  # it dies here
    for number in range(300):
        [float(number)]  # of the dead that are remembered it is none
    use_memory()


main()
