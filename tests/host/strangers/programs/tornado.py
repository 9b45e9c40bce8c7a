"""A server and its client in one loop."""
#: needs tornado
import asyncio

import tornado.httpclient
import tornado.httpserver
import tornado.netutil
import tornado.web


class Handler(tornado.web.RequestHandler):
    def get(self):
        self.write({"a": 1})


async def main():
    sockets = tornado.netutil.bind_sockets(0, "127.0.0.1")
    server = tornado.httpserver.HTTPServer(
        tornado.web.Application([("/", Handler)]))
    server.add_sockets(sockets)
    port = sockets[0].getsockname()[1]
    client = tornado.httpclient.AsyncHTTPClient()
    for number in range(200):
        answer = await client.fetch("http://127.0.0.1:%d/" % port)
    server.stop()
    await server.close_all_connections()
    print(answer.body)


asyncio.run(main())
