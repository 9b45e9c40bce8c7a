import _socket
import array

from exercise import Failing, Number, tried


class Mine(_socket.socket):
    pass


def pair():
    return _socket.socketpair(_socket.AF_UNIX, _socket.SOCK_STREAM, 0)


def talking():
    left, right = pair()
    for data in (b"some data", bytearray(b"more"), memoryview(b"view"), "x",
                 5):
        tried(left.send, data), tried(left.sendall, data)
        tried(left.sendto, data, "none"), tried(left.sendto, data)
        tried(left.sendto, data, 0, 5)
    right.recv(4), right.recv_into(bytearray(4)), right.recvfrom(3)
    right.recvfrom_into(bytearray(2)), right.recv(2, _socket.MSG_PEEK)
    tried(right.recv, -1), tried(right.recv_into, b"fixed")
    tried(right.recv_into, bytearray(2), 9), tried(right.recv, "x")
    tried(right.recvfrom, -1), tried(right.recvfrom_into, bytearray(2), -1)
    left.sendmsg([b"one", b"two"]), right.recvmsg(6)
    rights = [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS,
               array.array("i", [left.fileno()]))]
    left.sendmsg([b"with"], rights)
    data, found, flags, address = right.recvmsg(10, 1024)
    for level, kind, what in found:
        numbers = array.array("i")
        numbers.frombytes(what)
        for number in numbers:
            _socket.close(number)
    left.sendmsg([b"into"]), right.recvmsg_into([bytearray(2), bytearray(2)])
    for what in (5, [5], ["x"], Failing(), [b"x", None]):
        tried(left.sendmsg, what), tried(right.recvmsg_into, what)
        tried(left.sendmsg, [b"x"], what)
        tried(left.sendmsg, [b"x"], [what]), tried(right.recvmsg_into,
                                                   [bytearray(2)], -1)
        tried(left.sendmsg, [b"x"], [(1, 1, b"x"), what])
        tried(left.sendmsg, [b"x"], [], 0, what)
    tried(right.recvmsg, -1), tried(right.recvmsg, 5, -1)
    for value in (None, 5, 0.5, Number(2), "x", -1, 1e300, Failing(), 0):
        tried(left.settimeout, value)
        left.gettimeout(), left.timeout, left.getblocking()
    left.setblocking(False), tried(left.recv, 1)
    left.settimeout(0.00001), tried(left.recv, 1), tried(left.recvmsg, 1)
    tried(left.recvfrom, 1), tried(left.recv_into, bytearray(1))
    tried(left._accept), repr(left)
    for what in ((1, 2), (1, 7, 4), (1, 7, 99999), ("x", 1), (1, 2, -1)):
        tried(left.getsockopt, *what)
    for what in ((1, 2, 1), (1, 2, b"1111"), (1, 2, None, 4), (1, 2, "x"),
                 (99, 99, 1), (1, 2, None), (1, 2, Failing())):
        tried(left.setsockopt, *what)
    left.getsockname(), left.getpeername(), left.family, left.proto
    left.shutdown(2), tried(left.shutdown, 9), left.fileno()
    number = right.detach()
    again = _socket.socket(fileno=number)
    again.close(), left.close(), tried(left.send, b"x"), repr(left)
    for name in ("getsockname", "getpeername", "accept", "listen", "fileno"):
        tried(lambda: getattr(left, name)())


def addresses():
    for kind in (_socket.socket, Mine):
        for family in (_socket.AF_INET, _socket.AF_INET6, _socket.AF_UNIX):
            one = tried(kind, family, _socket.SOCK_DGRAM)
            if one is None:
                continue
            for address in (("127.0.0.1", 0), ("::1", 0), ("127.0.0.1", -1),
                            ("127.0.0.1", 99999), "none/none", b"\0abstract",
                            5, (), ("x",), ("127.0.0.1", "x"), "x" * 200,
                            (5, 5), ("::1", 0, 0, 0), ("::1", 0, -1, 0),
                            (b"127.0.0.1", 0), ("\ud800", 0), ("\u20ac", 0),
                            ("", 0), ("<broadcast>", 0), Failing(),
                            (bytearray(b"127.0.0.1"), 0), "\ud800"):
                tried(one.connect_ex, address)
                tried(one.sendto, b"x", address)
                fresh = kind(family, _socket.SOCK_DGRAM)
                tried(fresh.bind, address), tried(fresh.getsockname)
                tried(fresh.connect, address), tried(fresh.getpeername)
                fresh.close()
            one.close()
    for arguments, named in (((5555,), {}), (("x",), {}), ((), {"fileno": -5}),
                             ((), {"fileno": 9999}), ((), {"fileno": "x"}),
                             ((1, 2, 3, 4, 5), {})):
        tried(_socket.socket, *arguments, **named)
    tried(_socket.socketpair, 99), tried(_socket.socketpair, "x")


def listening():
    server = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
    server.bind(("127.0.0.1", 0))
    server.listen(1)
    client = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
    client.connect(server.getsockname())
    number, address = server._accept()
    accepted = _socket.socket(fileno=number)
    accepted.getpeername(), client.getsockname()
    accepted.close(), client.close(), server.close()


def names():
    _socket.getaddrinfo("127.0.0.1", 80)
    _socket.getaddrinfo("127.0.0.1", "80", _socket.AF_INET, 1)
    _socket.getaddrinfo(b"127.0.0.1", b"80"), _socket.getaddrinfo(None, 80)
    for arguments in ((5, 80), ("127.0.0.1", 1.5), ("\ud800", 80),
                      ("127.0.0.1", "nonsense"), ("127.0.0.1", "\ud800"),
                      (Failing(), 80), ("127.0.0.1", 1 << 80),
                      ("127.0.0.1", 80, 99)):
        tried(_socket.getaddrinfo, *arguments)
    _socket.getnameinfo(("127.0.0.1", 80), 3)
    for arguments in ((5, 0), (("127.0.0.1",), 0), (("x" * 30, 80), 3),
                      (("127.0.0.1", "x"), 0), (("127.0.0.1", 80, -1), 3),
                      (("::1", 80, 0, 0), 3), ((5, 5), 0)):
        tried(_socket.getnameinfo, *arguments)
    _socket.inet_aton("127.0.0.1"), _socket.inet_ntoa(b"\x7f\0\0\1")
    _socket.inet_pton(2, "1.2.3.4"), _socket.inet_ntop(2, b"1234")
    for function in (_socket.inet_aton, _socket.inet_ntoa, _socket.inet_pton,
                     _socket.inet_ntop, _socket.htons, _socket.ntohl,
                     _socket.htonl, _socket.ntohs, _socket.if_nametoindex,
                     _socket.if_indextoname, _socket.getservbyname,
                     _socket.getservbyport, _socket.getprotobyname,
                     _socket.setdefaulttimeout, _socket.CMSG_LEN,
                     _socket.CMSG_SPACE, _socket.close, _socket.dup):
        for arguments in ((5,), ("x",), (-1,), (1 << 80,), (2, "x"), (),
                          (99, b"x"), (Failing(),), (None,), (b"xyz",),
                          ("http", "tcp"), ("lo",), (1,), (10, b"x" * 16)):
            if function in (_socket.close, _socket.dup) \
                    and type(arguments[:1] and arguments[0]) is int:
                continue
            tried(function, *arguments)
    _socket.setdefaulttimeout(None), _socket.getdefaulttimeout()
    _socket.if_nameindex(), _socket.gethostname()


def step():
    talking()
    addresses()
    listening()
    names()
