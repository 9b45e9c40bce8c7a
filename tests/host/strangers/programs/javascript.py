"""Engines of JavaScript, one of which compiles, in threads of its own."""
#: needs mini-racer quickjs dukpy
import dukpy
import quickjs
from py_mini_racer import MiniRacer

racer = MiniRacer()
racer.eval("""function total(list) {
    let sum = 0;
    for (let round = 0; round < 1000; round++)
        for (const one of list) sum += one;
    return sum;
}""")
for number in range(100):
    first = racer.call("total", [1, 2, number])
    try:
        racer.eval("nothing.there")
    except Exception as error:
        said = type(error).__name__
    array = racer.eval("[1, 'a', {b: 2}]")
    length = len(list(array))

context = quickjs.Context()
context.add_callable("more", lambda one: one + 1)
function = quickjs.Function("twice", "function twice(x) { return 2 * x; }")
for number in range(300):
    second = context.eval("more(%d) * 2" % number)
    thing = context.eval("({a: [1, 2, 3]})")
    text = thing.json()
    try:
        context.eval("throw new Error('no')")
    except quickjs.JSException as error:
        other = str(error).split("\n")[0]
third = function(21)

interpreter = dukpy.JSInterpreter()
interpreter.export_function("add", lambda a, b: a + b)
for number in range(100):
    fourth = interpreter.evaljs("call_python('add', dukpy.a, 2)", a=number)
    try:
        interpreter.evaljs("nothing.there")
    except dukpy.JSRuntimeError as error:
        last = type(error).__name__
print(first, said, length, second, text, other, third, fourth, last)
