from owned_by_a_table import Signal


class Button:
    def __init__(self):
        self.clicked = Signal()
        self.clicked.connect(self.press)

    def press(self):
        pass


for _ in range(30):
    Button()
