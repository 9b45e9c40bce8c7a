"""The first part of a pair whose second part can't be read."""
# Source: https://github.com/aio-libs/multidict/commit/99b31bb8, mended in 6.8.0
# Built with debug information, 3.11.7
import multidict

CULPRIT = "multidict_itemsview_contains"
PACKAGE = "multidict==6.7.1"
PYTHON = "3.11"

ITEMS = multidict.MultiDict(a=1).items()


class Pair:
    def __len__(self):
        return 2

    def __getitem__(self, index):
        if index:
            raise ValueError
        return "the key %s" % index


def step():
    try:
        Pair() in ITEMS
    except ValueError:
        pass
