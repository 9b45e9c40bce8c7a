"""Tables in a file, and a query on them."""
#: needs tables
import numpy
import tables

for number in range(10):
    with tables.open_file("x.h5", "w") as file:
        table = file.create_table("/", "t", {"a": tables.Int32Col()})
        for value in range(50):
            table.row["a"] = value
            table.row.append()
        table.flush()
        found = [row["a"] for row in table.where("a > 3")]
print(numpy.sum(found))
