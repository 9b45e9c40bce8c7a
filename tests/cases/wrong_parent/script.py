from wrong_parent import BaseRow


class Row(BaseRow):
    __slots__ = ()


def tie():
    values = []
    values.append(Row(values))


for _ in range(600):
    tie()
