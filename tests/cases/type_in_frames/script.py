from type_in_frames import Point


def make():
    kind = Point
    return kind()


for number in range(3000):
    make()
