"""getaddrinfo() forgets the encoded host when an audit hook refuses."""
import socket
import sys

CULPRIT = "socket_getaddrinfo"


class Refused(Exception):
    pass


def refuse(event, arguments):
    if event == "socket.getaddrinfo":
        raise Refused(event)


sys.addaudithook(refuse)


def step():
    try:
        socket.getaddrinfo("host.example", 80)
    except Refused:
        pass
