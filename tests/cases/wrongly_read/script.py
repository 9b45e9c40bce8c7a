from wrongly_read import Proxy


def work():
    for _ in range(400):
        Proxy(first)


first = Proxy("".join(["a name ", "of one"]))
work()
