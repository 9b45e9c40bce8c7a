"""A plugin: as if pytest kept its things where nobody knows them."""

import reftally.pytest_plugin


def growing_lists(item):
    raise AttributeError("it has no lists")


reftally.pytest_plugin._growing_lists = growing_lists
