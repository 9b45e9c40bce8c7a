"""Objects that twins.keep takes references to, and one that it never sees."""
import twins


class Thing:
    pass


things = [Thing() for _ in range(50)]
print(sum(twins.keep(thing) for thing in things))
del things
