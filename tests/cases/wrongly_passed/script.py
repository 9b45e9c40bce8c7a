from wrongly_passed import hold


def work():
    holder = hold("some text to be held")
    for _ in range(400):
        holder.copy()


work()
