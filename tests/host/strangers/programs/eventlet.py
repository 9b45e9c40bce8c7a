"""Green threads that take the place of threads, sockets and queues."""
#: needs eventlet
import warnings

warnings.simplefilter("ignore")
import eventlet

eventlet.monkey_patch()
import queue
import socket
import threading
import time

from eventlet import tpool


def answer(server):
    while True:
        try:
            connection, _ = server.accept()
        except OSError:
            return
        eventlet.spawn_n(echo, connection)


def echo(connection):
    with connection:
        while data := connection.recv(100):
            connection.sendall(data)


def ask(address, number, results):
    with socket.create_connection(address) as connection:
        for one in range(20):
            connection.sendall(b"line %d" % number)
            got = connection.recv(100)
    results.put(got)


server = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=answer, args=(server,), daemon=True).start()
results = queue.Queue()
threads = [threading.Thread(target=ask, args=(
    server.getsockname(), number, results)) for number in range(50)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
for number in range(50):
    with eventlet.Timeout(0.001, False):
        time.sleep(10)
    one = eventlet.spawn(lambda: 1 // 0)
    try:
        one.wait()
    except ZeroDivisionError:
        pass
    left = eventlet.spawn(time.sleep, 10)
    time.sleep(0)
    left.kill()
found = [tpool.execute(sum, [1, number]) for number in range(50)]
tpool.killall()
print(results.qsize(), found[-1])
