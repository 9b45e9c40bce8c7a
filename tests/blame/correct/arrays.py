"""numpy: what most programs do with it, again and again. Arrays are given their
type: without, numpy 2.4.6 keeps a reference to it each time (doc/found.md)."""
import numpy


def work(number):
    a = numpy.arange(60, dtype=float).reshape(6, 10) + number
    b = a.T @ a + numpy.eye(10)
    assert numpy.allclose(numpy.linalg.inv(b) @ b, numpy.eye(10), atol=1e-3)
    names = numpy.array(["name %d" % i for i in range(20)], dtype=object)
    assert numpy.sort(names)[0] == "name 0" and (names == "name 3").sum() == 1
    records = numpy.zeros(5, dtype=[("x", float), ("name", "U10")])
    records["x"] = numpy.linspace(0, 1, 5)
    assert records[records["x"] > 0.5].shape == (2,)
    for refused in (lambda: a + numpy.ones(7, float), lambda: a[100],
                    lambda: numpy.array([[1], [1, 2]], dtype=float)):
        try:
            refused()
        except (ValueError, IndexError):
            continue
        raise AssertionError("not refused")
    view = a[::2, ::-1].copy()
    view[view > 30] = -1
    assert numpy.concatenate([view, view]).mean() is not None
    assert numpy.frombuffer(a.tobytes()).sum() == a.sum()


for number in range(200):
    work(number)
