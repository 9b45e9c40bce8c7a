"""Two sockets in one process."""
#: needs pyzmq
import zmq

context = zmq.Context()
first, second = context.socket(zmq.PAIR), context.socket(zmq.PAIR)
first.bind("inproc://x")
second.connect("inproc://x")
for number in range(1000):
    first.send_multipart([b"x", b"y"])
    second.recv_multipart()
    first.send_pyobj({"a": 1})
    received = second.recv_pyobj()
first.close()
second.close()
context.term()
print(received)
