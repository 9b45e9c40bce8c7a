"""The function that a greenlet runs, which is the only one that refers to the greenlet."""
# Source: https://github.com/python-greenlet/greenlet/commit/543a4e8, mended in 3.5.3
# Built, 3.11
import greenlet

CULPRIT = "greenlet::UserGreenlet::inner_bootstrap"
PACKAGE = "greenlet==3.5.2"
PYTHON = "3.11"

MAIN = greenlet.getcurrent()


class Run:
    def __call__(self):
        MAIN.switch()


def step():
    run = Run()
    run.greenlet = greenlet.greenlet(run)
    run.greenlet.switch()
