"""Greenlets that sleep, pass on and raise; sockets that wait."""
#: needs gevent
import gevent
from gevent import monkey, pool, queue

monkey.patch_all()
import socket


def serve(listening):
    connection, _ = listening.accept()
    while True:
        data = connection.recv(10)
        if not data:
            return
        connection.sendall(data)


def fail(number):
    raise ValueError(number)


listening = socket.create_server(("127.0.0.1", 0))
server = gevent.spawn(serve, listening)
client = socket.create_connection(listening.getsockname())
for number in range(300):
    client.sendall(b"x")
    assert client.recv(10) == b"x"
client.close()
server.join()
waiting = queue.Queue()
for number in range(300):
    gevent.spawn(waiting.put, number)
print(sum(waiting.get() for number in range(300)))
group = pool.Pool(5)
print(sum(group.imap_unordered(lambda number: number + 1, range(300))))
for number in range(100):
    try:
        with gevent.Timeout(0.001):
            gevent.sleep(10)
    except gevent.Timeout:
        pass
hub = gevent.get_hub()
hub.print_exception = lambda *about: None
failed = [gevent.spawn(fail, number) for number in range(100)]
gevent.joinall(failed)
print(sum(isinstance(one.exception, ValueError) for one in failed))
