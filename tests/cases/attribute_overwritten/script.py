from attribute_overwritten import Box


def main():
    total = 0
    for round in range(250):
        box = Box()
        for step in range(5):
            box.set([step])
            total += box.read()[0]
    return total


print(main())
