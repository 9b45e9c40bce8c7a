"""Nothing leaks: tables that pandas reads, groups and throws away."""
#: needs pandas
import io
import sys

import endings
import pandas

TEXT = "name,number\n" + "".join("n%d,%d\n" % (one % 7, one)
                                 for one in range(200))
for _ in range(60):
    table = pandas.read_csv(io.StringIO(TEXT))
    sums = table.groupby("name")["number"].sum()
    assert sums.sum() == table["number"].sum()
    table.merge(sums.reset_index(), on="name").to_dict("records")
endings.end(sys.argv[1])
