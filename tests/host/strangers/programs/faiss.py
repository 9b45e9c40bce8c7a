"""Vectors that are near each other, through SWIG."""
#: needs faiss-cpu numpy
#: leaks SwigPyObject.tp_dealloc does not give back the type
#: proof import owed, faiss
#: proof assert owed.growth("SwigPyObject") > 100
import faiss
import numpy

rows = numpy.random.default_rng(1).random((200, 16), dtype="float32")
for number in range(100):
    index = faiss.IndexFlatL2(16)
    index.add(rows)
    distances, found = index.search(rows[:3], 2)
    try:
        index.search(rows[:, :3], 2)
    except AssertionError:
        pass
    try:
        faiss.IndexFlatL2("wrong")
    except (TypeError, ValueError) as error:
        kind = type(error).__name__
    try:
        faiss.index_factory(16, "nothing of that name")
    except RuntimeError:
        pass
    copy = faiss.deserialize_index(faiss.serialize_index(index))
    other = faiss.index_factory(16, "IVF4,Flat")
    other.train(rows)
    other.add(rows)
print(found[:, 0].tolist(), copy.ntotal, other.ntotal, kind)
