import kiwisolver
from exercise import Failing, LASTING_TEXT, Thing, tried
from kiwisolver import Constraint, Expression, Solver, Term, Variable, strength

OPERATORS = """__add__ __radd__ __sub__ __rsub__ __mul__ __rmul__ __truediv__
__rtruediv__ __eq__ __le__ __ge__ __lt__ __gt__ __ne__ __or__ __ror__""".split()


def arithmetic():
    one, two = Variable("one"), Variable(LASTING_TEXT[0], Thing())
    three = Variable(context=Thing())
    everything = [one, 2.0 * two, one + two + 3, 5, 1.5, 10 ** 400, "strong",
                  Failing(), one + 2 * one - three, Term(two), Expression(()),
                  Expression([Term(one, 2)], 3), one == two, 0]
    for left in everything:
        for name in OPERATORS:
            for right in everything:
                tried(lambda: getattr(left, name)(right))
        tried(lambda: -left), tried(repr, left)
        for name in ("value", "name", "context", "terms", "constant",
                     "variable", "coefficient", "expression", "strength",
                     "op", "violated"):
            tried(lambda: getattr(left, name)())
    one.setName("other"), tried(one.setName, 5), one.setContext(Thing())
    tried(one.setContext, one), one.setContext(None)
    for kind in (Variable, Term, Expression, Constraint, Solver):
        for arguments in ((), (5,), (one,), (one, "x"), ([Term(one)],),
                          ([5],), (one + 1, "<="), (one + 1, "??"),
                          (one + 1, "==", "weak"), (one + 1, "==", "odd"),
                          (one + 1, 5),
                          ([Term(one), 5],),
                          ([Term(one)], "x"), (one + one, ">=", 10 ** 400)):
            tried(kind, *arguments)
    for arguments in ((1, 2, 3), (1, 2, 3, 4), ("x", 2, 3), (1, Failing(), 3),
                      (1, 2, 3, "x")):
        tried(strength.create, *arguments)
    strength.weak, strength.medium, strength.strong, strength.required


def solving():
    one, two, three = (Variable(name) for name in ("one", "two", "three"))
    solver = Solver()
    kept = [one + two == 10, (two >= 3) | "weak", (one - two <= 4) | "strong",
            (three == one * 2) | strength.medium]
    for constraint in kept:
        solver.addConstraint(constraint)
        tried(solver.addConstraint, constraint)
        solver.hasConstraint(constraint)
    solver.addEditVariable(one, "strong")
    tried(solver.addEditVariable, one, "strong")
    tried(solver.addEditVariable, two, "required")
    for value in (1.0, 5, "x", Failing()):
        tried(solver.suggestValue, one, value)
        tried(solver.suggestValue, two, value)
    solver.updateVariables(), one.value(), solver.hasEditVariable(one)
    tried(solver.addConstraint, one + two == 11)
    tried(solver.addConstraint, Constraint(one - one + 5, "=="))
    solver.removeEditVariable(one), tried(solver.removeEditVariable, one)
    solver.removeConstraint(kept[1])
    tried(solver.removeConstraint, kept[1])
    solver.dumps()
    for name in ("addConstraint", "removeConstraint", "hasConstraint",
                 "addEditVariable", "removeEditVariable", "hasEditVariable",
                 "suggestValue"):
        for arguments in ((), (5,), (5, 5), (one, 5), (one, "odd")):
            tried(lambda: getattr(solver, name)(*arguments))
    for constraint in kept:
        constraint.violated(), constraint | "weak", constraint.expression()
        repr(constraint)
    solver.reset()


def step():
    arithmetic()
    solving()
    kiwisolver.__version__
