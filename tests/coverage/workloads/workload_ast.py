"""ast: parse, walk, transform, unparse, literal_eval, dump."""

import ast
import inspect
import textwrap

source = textwrap.dedent(inspect.getsource(textwrap.TextWrapper))
checksum = 0


class Names(ast.NodeTransformer):
    def visit_Name(self, node):
        return ast.copy_location(
            ast.Name(id=node.id + "_", ctx=node.ctx), node)

    def visit_Constant(self, node):
        return node


class Counts(ast.NodeVisitor):
    def __init__(self):
        self.seen = {}

    def generic_visit(self, node):
        name = type(node).__name__
        self.seen[name] = self.seen.get(name, 0) + 1
        super().generic_visit(node)


for round in range(24):
    tree = ast.parse(source)
    checksum += sum(1 for _ in ast.walk(tree))
    counts = Counts()
    counts.visit(tree)
    checksum += len(counts.seen) + counts.seen["Name"]
    changed = ast.fix_missing_locations(Names().visit(tree))
    checksum += len(ast.unparse(changed).splitlines())
    compile(changed, "<changed>", "exec")
    checksum += len(ast.dump(ast.parse("x = [1, {'a': (2, 3)}]")))
    checksum += len(ast.literal_eval("[1, {'a': (2, b'3')}, {4}, -5, 1+2j]"))
    for wrong in ("open('x')", "[1", "a.b"):
        try:
            ast.literal_eval(wrong)
        except (ValueError, SyntaxError):
            checksum += 1
    node = ast.BinOp(ast.Constant(1), ast.Add(), ast.Constant(round))
    expression = ast.fix_missing_locations(ast.Expression(node))
    checksum += eval(compile(expression, "<made>", "eval"))
    try:
        compile(ast.Expression(ast.BinOp()), "<made>", "eval")
    except (TypeError, ValueError):
        checksum += 1
print(checksum)
