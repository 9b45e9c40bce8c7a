from static_typed_late import measure


def work():
    return sum(measure(number) for number in range(400))


work()
