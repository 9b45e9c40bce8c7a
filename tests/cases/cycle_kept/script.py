from cycle_kept import Holder


def tie():
    holder = Holder(None)
    holder.value = (holder,)


for _ in range(600):
    tie()
