import os

from yields_when_exchanging import Dial, optimized

# Else each pointer goes through the stack, between the two words as well.
if not optimized:
    print("not asked of this build", flush=True)
    os._exit(0)


class Mark:
    pass


first, second = Mark(), Mark()
kept = [(first, second)] + [first, second] * 3000
for number in range(1000):
    dial = Dial(None, None)
    dial.turn(kept[0])
    del dial
os._exit(0)  # before the list is let go of
