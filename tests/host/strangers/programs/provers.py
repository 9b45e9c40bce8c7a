"""Provers and solvers: C behind ctypes, C++ behind pybind11 and Cython."""
#: needs z3-solver ortools cvc5
import cvc5
import z3
from ortools.sat.python import cp_model

for number in range(30):
    x, y = z3.Ints("x y")
    solver = z3.Solver()
    solver.add(x + y == 10 + number, x > y, y > 0)
    assert solver.check() == z3.sat
    found = solver.model()[x].as_long() + solver.model()[y].as_long()
    try:
        z3.Int("x") + z3.BitVec("b", 8)
    except z3.Z3Exception:
        pass
    model = cp_model.CpModel()
    a, b = (model.new_int_var(0, 9, name) for name in "ab")
    model.add(a + b == 9)
    model.maximize(2 * a + b)
    other = cp_model.CpSolver()
    other.parameters.num_workers = 2
    status = other.solve(model)
    best = other.objective_value
    manager = cvc5.TermManager()
    third = cvc5.Solver(manager)
    third.setOption("produce-models", "true")
    kind = manager.getIntegerSort()
    one = manager.mkConst(kind, "one")
    third.assertFormula(manager.mkTerm(cvc5.Kind.GT, one,
                                       manager.mkInteger(number)))
    answer = str(third.checkSat())
    try:
        manager.mkTerm(cvc5.Kind.GT, one)
    except RuntimeError:
        pass
print(found, status == cp_model.OPTIMAL, best, answer)
