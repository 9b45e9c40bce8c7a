from type_kept import Point

for number in range(3000):
    Point()
