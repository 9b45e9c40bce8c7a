"""socket.sendto forgets the address when an audit hook refuses."""
import socket
import sys

CULPRIT = "sock_sendto"

on = False


def hook(event, arguments):
    if on and event == "socket.sendto":
        raise ValueError


sys.addaudithook(hook)
one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)


def step():
    global on
    on = True
    try:
        one.sendto(bytearray(b"x" * 100), ("127.0.0.1", 9))
    except ValueError:
        pass
    on = False
