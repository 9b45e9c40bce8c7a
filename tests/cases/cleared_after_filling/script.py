from cleared_after_filling import reader


class Source:
    def read(self):
        return b""

    def peek(self):
        return b""


# What is kept and becomes more, too, is looked at as well.
kept = []
for number in range(400):
    kept.append([Source(), {number: []}, {number}, (number, [])])
    made = reader(Source())
    if number % 4 == 3:
        made.__init__(Source())
