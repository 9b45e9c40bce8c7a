"""An echo of 300 bytes, one at a time."""
#: needs twisted
from twisted.internet import protocol, reactor


class Echo(protocol.Protocol):
    def dataReceived(self, data):
        self.transport.write(data)


class Client(protocol.Protocol):
    received = 0

    def connectionMade(self):
        self.transport.write(b"x")

    def dataReceived(self, data):
        self.received += 1
        if self.received < 300:
            self.transport.write(b"x")
            return
        self.transport.loseConnection()
        reactor.callLater(0.05, reactor.stop)
        print(self.received)


port = reactor.listenTCP(0, protocol.Factory.forProtocol(Echo),
                         interface="127.0.0.1")
protocol.ClientCreator(reactor, Client).connectTCP(
    "127.0.0.1", port.getHost().port)
reactor.run()
