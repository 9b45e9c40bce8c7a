"""Code as trees that keep each space, by a parser in Rust."""
#: needs libcst
import libcst


class Rename(libcst.CSTTransformer):
    def leave_Name(self, original, updated):
        return updated.with_changes(value=updated.value + "_")


for number in range(30):
    module = libcst.parse_module("def f(a):\n    return [a, 'b'] # why\n")
    text = module.visit(Rename()).code
    try:
        libcst.parse_module("def (((")
    except libcst.ParserSyntaxError:
        pass
print(text)
