"""Queries, and one that asks for a column that there is not."""
#: needs duckdb
import duckdb

connection = duckdb.connect()
connection.execute("create table t as select range a from range(1000)")
for number in range(200):
    rows = connection.execute("select a % 7 k, sum(a) from t group by k "
                              "order by k").fetchall()
    try:
        connection.execute("select nope")
    except duckdb.Error:
        pass
print(rows)
