from forgotten_link import Chain


def fill(chain):
    for number in (500, 300, 900, 700):
        chain.add(number)


def main():
    for number in range(200):
        chain = Chain()
        fill(chain)
        if number % 4 == 0:
            chain.first = None
            fill(chain)


main()
