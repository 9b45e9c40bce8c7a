"""A code object that is cut short in its line number: r_object forgets all
parts that it has read."""
import marshal

CULPRIT = "r_object"

code = compile("def double(number): return 2.5 * number", "file name", "exec")
data = marshal.dumps(code.replace(co_firstlineno=0x01020304))
cut = data[:data.index(bytes([4, 3, 2, 1])) + 2]


def step():
    try:
        marshal.loads(cut)
    except EOFError:
        pass
