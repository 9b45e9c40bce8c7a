"""Groups of a frame, by threads of its own."""
#: needs polars
import polars

frame = polars.DataFrame({"a": range(1000),
                          "b": [str(one % 7) for one in range(1000)]})
for number in range(30):
    found = frame.group_by("b").agg(polars.col("a").sum()).sort("b")
    rows = found.to_dicts()
print(rows)
