"""Problems that are solved, and some that are wrong."""
#: needs osqp cvxopt scs highspy numpy scipy
import highspy
import numpy
import osqp
import scipy.sparse
import scs
from cvxopt import matrix, solvers

solvers.options["show_progress"] = False
square = scipy.sparse.csc_matrix([[4.0, 1], [1, 2]])
rows = scipy.sparse.csc_matrix([[1.0, 1], [1, 0], [0, 1]])
for number in range(20):
    solver = osqp.OSQP()
    solver.setup(square, numpy.ones(2), rows, numpy.array([1.0, 0, 0]),
                 numpy.array([1.0, 0.7, 0.7]), verbose=False)
    first = solver.solve().x.round(2)
    try:
        osqp.OSQP().setup(square, numpy.ones(3), rows, numpy.ones(2),
                          numpy.ones(3), verbose=False)
    except Exception as error:
        kind = type(error).__name__
    second = solvers.lp(matrix([-4.0, -5.0]),
                        matrix([[2.0, 1, -1, 0], [1, 2, 0, -1.0]]),
                        matrix([3.0, 3, 0, 0]))["x"]
    try:
        matrix([1, "a"])
    except TypeError:
        pass
    try:
        matrix([1.0, 2])[5]
    except IndexError:
        pass
    third = scs.SCS({"A": rows, "b": numpy.ones(3), "c": -numpy.ones(2)},
                    {"l": 3}, verbose=False).solve()["x"].round(2)
    try:
        scs.SCS({"A": rows, "b": numpy.ones(2), "c": numpy.ones(2)}, {"l": 3},
                verbose=False)
    except ValueError:
        pass
    model = highspy.Highs()
    model.silent()
    one = model.addVariable(lb=0, ub=4)
    model.addConstr(one <= 3)
    model.maximize(one)
    fourth = model.val(one)
print(first, kind, [round(v, 2) for v in second], third, fourth)
