import kept_by_a_constructor


def step():
    kept_by_a_constructor.Keeper()


for _ in range(300):
    step()
