"""Maps that never change, and one that does until it is finished."""
#: needs immutables
import pickle

import immutables

for number in range(500):
    table = immutables.Map(a=1)
    with table.mutate() as changed:
        for one in range(40):
            changed[one] = number
        table = changed.finish()
    table.set("b", 1).delete("a")
    pickle.loads(pickle.dumps(table))
    for wrong in (lambda: table["none"], lambda: table.delete("none"),
                  lambda: table.set([], 1), lambda: changed.set("c", 1)):
        try:
            wrong()
        except (KeyError, TypeError, ValueError):
            pass
print(len(table))
