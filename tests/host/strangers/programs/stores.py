"""Keys and values in files, and keys that there are not."""
#: needs lmdb
import lmdb

environment = lmdb.open("store", map_size=2 ** 24, max_dbs=2)
for number in range(100):
    with environment.begin(write=True) as transaction:
        for one in range(20):
            transaction.put(b"%d" % one, b"%d" % number)
        assert transaction.get(b"none") is None
        found = list(transaction.cursor())
    try:
        with environment.begin() as transaction:
            transaction.put(b"a", b"b")
    except lmdb.ReadonlyError:
        pass
environment.close()
print(len(found))
