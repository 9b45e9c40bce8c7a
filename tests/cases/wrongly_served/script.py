from wrongly_served import Reader, keep


def work():
    for _ in range(400):
        reader.names()
        reader.lines()


names = ["one", "two"]
keep([names] * 10000)  # so many that it lives
reader = Reader(names)
work()
