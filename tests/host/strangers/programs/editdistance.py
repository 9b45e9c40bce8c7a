"""Distances of sequences, and of what is none."""
#: needs editdistance
import editdistance

for number in range(2000):
    found = (editdistance.eval(["a", "b"], ["b"]),
             editdistance.eval("kitten%d" % number, "sitting"))
    for wrong in ((1, 2), ("a", None), ([[]], [{}])):
        try:
            editdistance.eval(*wrong)
        except TypeError:
            pass
print(found)
