"""The values of the function that direct() minimizes."""
# Source: https://github.com/scipy/scipy/pull/24384, mended in 1.17.1
# wheel
import scipy.optimize

CULPRIT = "direct_optimize direct_direct_ direct_dirsamplef_ direct_dirinfcn_"
PACKAGE = "scipy==1.17.0 numpy==2.2.6"
PYTHON = "3.11"
BINARY = "1"


def parabola(x):
    return float(x[0] ** 2)


def step():
    scipy.optimize.direct(parabola, [(-1, 2)], maxfun=20)
