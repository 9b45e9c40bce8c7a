from wrongly_closed import Connection


def connect():
    connection = Connection()
    connection.name = "a name"
    connection.hook = lambda: None
    connection.close()


for _ in range(600):
    connect()
