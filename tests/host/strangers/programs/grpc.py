"""A server and a client in one process."""
#: needs grpcio
#: leaks type (of its instances|that nobody gives back)$
#: proof import owed, grpc._cython.cygrpc
#: proof assert owed.growth("cython_function_or_method") > 300
from concurrent import futures

import grpc


class Handler(grpc.GenericRpcHandler):
    def service(self, details):
        return grpc.unary_unary_rpc_method_handler(
            lambda request, context: request + b"!")


server = grpc.server(futures.ThreadPoolExecutor(2))
server.add_generic_rpc_handlers((Handler(),))
port = server.add_insecure_port("127.0.0.1:0")
server.start()
with grpc.insecure_channel("127.0.0.1:%d" % port) as channel:
    call = channel.unary_unary("/a/b")
    for number in range(300):
        answer = call(b"x")
server.stop(0).wait()
print(answer)
