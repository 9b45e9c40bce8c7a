"""numpy: arrays, views, object arrays, structured types, errors."""

try:
    import numpy as np
except ImportError:
    print("numpy is not installed")
    raise SystemExit

checksum = 0
for round in range(150):
    a = np.arange(200.0).reshape(10, 20)
    b = a.T[::2, 1:] + 1
    checksum += int(b.sum()) + a[a > 50].size + int(np.dot(a, a.T)[1, 2])
    things = np.array([None, "text", [1], {2: 3}, round], dtype=object)
    things[1:3] = things[2:4]
    checksum += len(things.tolist()) + len(np.concatenate([things, things]))
    things.fill([1])
    del things
    record = np.zeros(5, dtype=[("x", "f8"), ("name", "U5"), ("o", object)])
    record["name"] = "abc"
    record[0] = (1.5, "de", [round])
    checksum += len(record[0]) + len(str(record[1]["name"]))
    checksum += int(np.add.reduce(np.ones((5, 5)))[0])
    checksum += sum(int(x) for x in np.nditer(np.arange(6)))
    checksum += len(np.unique(np.array([3, 1, 3, 2])))
    checksum += int(np.linalg.norm(np.array([3.0, 4.0])))
    checksum += int(np.vectorize(lambda v: v + 1)(np.arange(9)).max())
    checksum += len(np.array2string(a[:2, :3]))
    checksum += len(np.sort(np.array(["b", "a"]))) + a.astype(int).item(3)
    view = memoryview(a)
    checksum += view.shape[0]
    del view
    for wrong in (lambda: a + np.ones(7), lambda: a[99], lambda: np.array(
            [1, 2]).reshape(3), lambda: np.dtype("no such")):
        try:
            wrong()
        except (ValueError, IndexError, TypeError):
            checksum += 1
print(checksum)
