from yields_through_itself import walk


class Item:
    def __init__(self, number):
        self.number = number

    def visited(self):
        return 1 // (self.number % 2)


for number in range(600):
    walk([[Item(number)], Item(1)])
