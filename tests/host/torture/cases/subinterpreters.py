"""Interpreters within the interpreter."""
#: prints 0
#: prints 1
#: prints 2
#: prints main again
import sys

if sys.version_info >= (3, 13):
    import _interpreters as interpreters

    create = lambda: interpreters.create("legacy")
else:
    import _xxsubinterpreters as interpreters

    create = interpreters.create

for i in range(3):
    interpreter = create()
    interpreters.run_string(interpreter, """if True:
        kept = [{"i": [i]} for i in range(1000)]
        print(len(kept) - 1000 + %d, flush=True)
        """ % i)
    interpreters.destroy(interpreter)
print("main again")
