"""getattr_static of objects of local classes; no PyTorch, it asks the same."""
import atexit
import gc
import inspect
import weakref


class Parameter:
    pass


def ask():
    parameter = Parameter()

    class Model:
        def forward(self):
            return parameter

    parameters.append(weakref.ref(parameter))
    inspect.getattr_static(Model(), "forward")


parameters = []


@atexit.register
def tell():
    gc.collect()
    print("alive:", sum(one() is not None for one in parameters), "of",
          len(parameters))
