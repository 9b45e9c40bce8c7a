"""Switches there and back, greenlets that raise, and some that never end."""
#: needs greenlet
import greenlet


def count(limit):
    for number in range(limit):
        greenlet.getcurrent().parent.switch(number)
    raise ValueError(limit)


for number in range(500):
    counting = greenlet.greenlet(count)
    total = counting.switch(3) + counting.switch() + counting.switch()
    try:
        counting.switch()
    except ValueError as error:
        text = str(error)
    unended = greenlet.greenlet(count)
    unended.switch(3)
    killed = greenlet.greenlet(count)
    killed.switch(3)
    killed.throw()
print(total, text)
