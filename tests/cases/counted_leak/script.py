from counted_leak import look


class Empty:
    def __len__(self):
        raise LookupError


for number in range(20000):
    one = Empty()
    if number == 19000:
        for _ in range(2000):
            try:
                look(one)
            except LookupError:
                pass
