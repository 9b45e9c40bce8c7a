"""Tables written to memory and read again, and an array of no type."""
#: needs pyarrow
import io

import pyarrow
import pyarrow.compute
import pyarrow.parquet

table = pyarrow.table({"a": list(range(1000)),
                       "b": [str(one) for one in range(1000)]})
for number in range(50):
    file = io.BytesIO()
    pyarrow.parquet.write_table(table, file)
    file.seek(0)
    again = pyarrow.parquet.read_table(file)
    pyarrow.compute.sum(again["a"]).as_py()
    again.to_pylist()
    try:
        pyarrow.array([1, "a"])
    except pyarrow.ArrowInvalid:
        pass
print(again.num_rows)
