"""pandas: what most programs do with it, again and again."""
import pandas


def work(number):
    frame = pandas.DataFrame({
        "name": ["name %d" % (i % 7) for i in range(50)],
        "value": [i * 0.5 + number for i in range(50)]})
    groups = frame.groupby("name")["value"].agg(["mean", "max"])
    assert len(groups) == 7
    joined = frame.merge(groups, left_on="name", right_index=True)
    assert len(joined[joined["value"] > joined["mean"]]) > 0
    assert len(joined.sort_values("value").head(5).to_csv()) > 10
    assert frame.pivot_table(index="name", values="value").shape == (7, 1)


for number in range(40):
    work(number)
