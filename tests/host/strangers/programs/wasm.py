"""Code that is compiled while the program runs, and faults on purpose."""
#: needs wasmtime
import wasmtime

TEXT = """(module
  (import "" "more" (func $more (param i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "twice") (param i32) (result i32)
    local.get 0 call $more local.get 0 i32.add)
  (func (export "far") (result i32) i32.const 1000000 i32.load)
  (func (export "divide") (param i32) (result i32)
    i32.const 1 local.get 0 i32.div_s)
  (func $deep (export "deep") (result i32) call $deep))"""


def more(number):
    if number < 0:
        raise ValueError("too little")
    return number + 1


engine = wasmtime.Engine()
module = wasmtime.Module(engine, TEXT)
kind = wasmtime.FuncType([wasmtime.ValType.i32()], [wasmtime.ValType.i32()])
said = []
for number in range(50):
    store = wasmtime.Store(engine)
    instance = wasmtime.Instance(module=module, store=store, imports=[
        wasmtime.Func(store, kind, more)])
    exports = instance.exports(store)
    got = [exports["twice"](store, one) for one in range(20)]
    said.clear()
    for call, arguments in (("far", []), ("divide", [0]), ("deep", []),
                            ("twice", [-1])):
        try:
            exports[call](store, *arguments)
        except (wasmtime.Trap, wasmtime.WasmtimeError, ValueError) as error:
            said.append(type(error).__name__)
    exports["memory"].write(store, b"bytes", 8)
    text = bytes(exports["memory"].read(store, 8, 13))
print(got, said, text)
