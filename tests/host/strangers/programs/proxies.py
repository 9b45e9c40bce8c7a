"""Functions that are wrapped, and dates that are parsed, in C and Rust."""
#: needs wrapt ciso8601 pendulum
import ciso8601
import pendulum
import wrapt


@wrapt.decorator
def twice(wrapped, instance, arguments, keywords):
    return 2 * wrapped(*arguments, **keywords)


class Adder:
    @twice
    def add(self, x):
        return x + 1


for number in range(500):
    total = Adder().add(number)
    proxy = wrapt.ObjectProxy([number])
    proxy.append(1)
    moment = ciso8601.parse_datetime("2020-01-01T00:00:00+01:00")
    later = pendulum.parse("2020-01-01T00:00:00").add(days=number)
    for wrong in (lambda: ciso8601.parse_datetime("bad"),
                  lambda: pendulum.parse("bad"), lambda: proxy["x"]):
        try:
            wrong()
        except (ValueError, TypeError):
            pass
print(total, moment, later)
