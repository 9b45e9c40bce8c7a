"""A function in Python that SQLite calls, and statements that are wrong."""
#: needs apsw
import apsw

connection = apsw.Connection(":memory:")
connection.execute("create table t(a)")
connection.create_scalar_function("f", lambda x: x + 1)
for number in range(500):
    connection.execute("insert into t values(?)", (number,))
    list(connection.execute("select f(a) from t limit 3"))
    try:
        connection.execute("bad sql")
    except apsw.SQLError:
        pass
print(list(connection.execute("select sum(f(a)) from t")))
