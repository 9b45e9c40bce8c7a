"""Code that LLVM compiles, called as a function of C, which calls back."""
#: needs llvmlite
import ctypes

import llvmlite.binding as llvm
from llvmlite import ir

for name in ("initialize", "initialize_native_target",
             "initialize_native_asmprinter"):
    try:
        getattr(llvm, name)()
    except RuntimeError:
        pass  # newer ones need no initialization


def make():
    module = ir.Module("module")
    number = ir.IntType(64)
    call = ir.FunctionType(number, [number])
    function = ir.Function(module, ir.FunctionType(
        number, [number, call.as_pointer()]), "add")
    builder = ir.IRBuilder(function.append_basic_block())
    once = builder.call(function.args[1], [function.args[0]])
    builder.ret(builder.add(once, function.args[0]))
    return str(module)


CALL = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)
target = llvm.Target.from_default_triple()
for number in range(30):
    parsed = llvm.parse_assembly(make())
    parsed.verify()
    machine = target.create_target_machine()  # which the engine takes
    engine = llvm.create_mcjit_compiler(parsed, machine)
    engine.finalize_object()
    function = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, CALL)(
        engine.get_function_address("add"))
    found = [function(one, CALL(lambda x: 10 * x)) for one in range(10)]
    try:
        llvm.parse_assembly("wrong")
    except RuntimeError as error:
        said = str(error).split("\n")[0]
    engine.close()
print(found, said)
