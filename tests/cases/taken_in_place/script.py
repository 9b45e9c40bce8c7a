from taken_in_place import count, text


class Thing:
    pass


for number in range(3000):
    text(number)
    text((str(number), 1))
    count("some text")
    count(([number], 1))
    try:
        count(Thing())
    except TypeError:
        pass
