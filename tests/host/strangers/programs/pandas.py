"""Frames that are grouped, joined, written and read."""
#: needs pandas
import io

import pandas

for number in range(20):
    frame = pandas.DataFrame({"a": range(100),
                              "b": [str(one % 7) for one in range(100)]})
    groups = frame.groupby("b").agg({"a": "sum"})
    frame.merge(groups, left_on="b", right_index=True)
    again = pandas.read_csv(io.StringIO(frame.to_csv(index=False)))
    frame.pivot_table(index="b", values="a", aggfunc=lambda x: x.sum())
    for wrong in (lambda: frame["none"], lambda: frame.loc[999],
                  lambda: pandas.to_datetime("bad")):
        try:
            wrong()
        except (KeyError, ValueError):
            pass
print(groups.a.tolist(), len(again))
