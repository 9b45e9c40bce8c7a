"""A function in Python that SQLite calls for each row."""
import sqlite3

connection = sqlite3.connect(":memory:")
connection.execute("create table t(a, b)")
connection.create_function("f", 1, lambda x: x)
for number in range(3000):
    connection.execute("insert into t values(?, ?)", (number, str(number)))
for number in range(50):
    rows = connection.execute("select f(a), b from t").fetchall()
print(len(rows))
