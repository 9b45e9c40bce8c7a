"""Drives treemap through its main and its error paths."""
import weakref

from treemap import Tree


class Refusal(Exception):
    pass


class Key:
    """A key that can be compared some times, then refuses."""

    def __init__(self, number, patience=1000):
        self.number, self.patience = number, patience

    def __lt__(self, other):
        self.patience -= 1
        if self.patience < 0:
            raise Refusal(self.number)
        return self.number < other.number


def refused(errors, function, *arguments, **keywords):
    try:
        function(*arguments, **keywords)
    except errors:
        return
    raise AssertionError("not refused: %r" % (arguments,))


def changed(what, key):
    if key == "refused":
        raise Refusal(what)
    return [what, key]


def make(count, **keywords):
    return Tree([("key %d" % (7 * i % count), [i]) for i in range(count)],
                **keywords)


def broken_items():
    yield "key 1", [1]
    raise Refusal("items")


def change():
    tree = make(10, name="tree %d" % 10, listener=changed)
    assert list(tree) == sorted("key %d" % i for i in range(10))
    tree["key 5"] = ["another"]
    assert tree["key 5"] == ["another"] and "key 5" in tree
    assert tree.pop("key 3") and len(tree) == 9
    assert tree.pop("key 3", ["fallback"]) == ["fallback"]
    refused(KeyError, tree.pop, "key 3")
    refused(KeyError, tree.__getitem__, "key 3")
    refused(KeyError, tree.__delitem__, "key 3")
    del tree["key 4"]
    refused(Refusal, tree.__setitem__, "refused", [1])
    refused(Refusal, tree.__setitem__, "refused", [2])
    refused(Refusal, tree.pop, "refused")
    refused(Refusal, tree.update, {"refused": [3]})
    refused(Refusal, tree.__delitem__, "refused")
    tree.update({"key 4": [4]})
    refused(Refusal, tree.update, broken_items())
    refused(ValueError, tree.update, [["key 1"]])
    refused(TypeError, tree.update, [5.5])
    refused(TypeError, tree.update, 5.5)
    tree.clear()
    assert len(tree) == 0
    refused(ValueError, tree.ends)


def read():
    tree = make(10)
    first, last = tree.ends()
    assert first[0] == "key 0" and last[0] == "key 9"
    copy = tree.copy()
    assert copy == tree and not copy != tree and copy != 5
    copy.apply(lambda key, value: [key, value])
    assert copy["key 3"] == ["key 3", [9]] and copy != tree

    def refuse(key, value):
        raise Refusal(key)
    refused(Refusal, copy.apply, refuse)
    assert repr(make(2)) == "Tree([('key 0', [0]), ('key 1', [1])])"
    iterator = iter(tree)
    next(iterator)
    tree["key 99"] = [99]
    refused(RuntimeError, next, iterator)
    for key in tree:
        if key == "key 5":
            break


def attributes():
    tree = make(3, name="name %d" % 3)
    assert tree.name == "name 3" and repr(tree).endswith("name='name 3')")
    tree.name = "another %d" % 5
    copied = tree.copy()
    assert copied.name == "another 5"
    refused(TypeError, setattr, tree, "name", 5)
    del tree.name
    assert tree.name == "tree of 3"
    tree.__init__(name="third %d" % 3, missing=lambda key: [key],
                  listener=changed)
    tree.__init__(name="fourth %d" % 4, missing=lambda key: [key, key],
                  listener=lambda what, key: None)
    assert tree["absent"] == ["absent"] * 2
    refused(TypeError, Tree, missing=5)
    refused(TypeError, Tree, 5.5)
    tree.__init__(missing=changed)
    refused(TypeError, tree.__getitem__, "refused")
    tree.__init__(missing=lambda key: [key], listener=changed)
    refused(Refusal, tree.__getitem__, "refused")


def compare():
    tree = Tree([(Key(i), [i]) for i in (3, 1, 2)])
    refused(Refusal, tree.__getitem__, Key(1.5, 0))
    refused(Refusal, tree.__setitem__, Key(1.5, 1), [1])
    tree = Tree([(Key(1, 0), [1])])
    refused(Refusal, tree.__getitem__, Key(2))
    refused(Refusal, tree.pop, Key(2))
    refused(Refusal, tree.__delitem__, Key(2))
    refused(Refusal, tree.__contains__, Key(2))

    class Value:
        def __eq__(self, other):
            raise Refusal("value")
    refused(Refusal, Tree.__eq__, Tree([("key", Value())]),
            Tree([("key", Value())]))

    class Silent(Tree):
        def __init__(self):
            raise Refusal("copy")
    silent = Silent.__new__(Silent)
    silent["key one"] = [1]
    refused(Refusal, silent.copy)

    class Value2:
        def __repr__(self):
            raise Refusal("value")
    refused(Refusal, repr, Tree([("key", Value2())]))


class Named(str):
    pass


def cycles():
    """Each slot is part of a cycle that only the collector can free."""
    class Own(Tree):
        pass
    tree = Own([("key %d" % i, [i]) for i in (2, 1, 3)])
    tree["key 2"] = tree
    tree = Own()
    tree["key 1"] = [tree]
    tree["key 0"] = [tree]
    tree["key 2"] = [tree]
    reference = weakref.ref(tree)
    assert reference() is tree
    tree = Own(missing=lambda key: [tree])
    tree = Own()
    tree.listener = lambda what, key: tree
    name = Named("own %d" % 5)
    tree = Own(name=name)
    name.tree = tree
    key = Key(1)
    tree = Own([(key, [1])])
    key.tree = tree
    tree = Own([("key one", [1])])
    tree.iterator = iter(tree)
    tree = Own([("key %d" % i, [i]) for i in (1, 2)])
    iterator = iter(tree)
    tree["key 1"] = iterator
    tree = repeated = Own()
    tree["key 1"] = repeated
    assert repr(tree) == "Tree([('key 1', Tree(...))])"


def step():
    change()
    read()
    attributes()
    compare()
    cycles()
