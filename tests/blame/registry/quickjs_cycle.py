"""A context and a function in it that refers to it: no tp_traverse."""
import quickjs

# Source: https://github.com/PetterS/quickjs/pull/78 (commit 18dc001), mended in 1.18.0
CULPRIT = "context_new context_dealloc object_new object_dealloc"
PACKAGE = "quickjs==1.17.0"
VERDICT = "cycle"
PYTHON = "3.11"


def step():
    context = quickjs.Context()
    context.add_callable("function", lambda: context)
