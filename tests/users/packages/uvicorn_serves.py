"""Nothing leaks: an ASGI application behind uvicorn, which asks itself."""
#: needs uvicorn
import asyncio
import socket
import sys
import threading
import urllib.request

import endings
import uvicorn


async def work(number):
    await asyncio.sleep(0.0005)
    return {"number": number}


async def application(scope, receive, send):
    if scope["type"] != "http":
        return
    await asyncio.gather(*(work(number) for number in range(5)))
    await send({"type": "http.response.start", "status": 200,
                "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": b"ok"})


listening = socket.create_server(("127.0.0.1", 0))
server = uvicorn.Server(uvicorn.Config(application, log_level="error",
                                       lifespan="off"))
thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
thread.start()
address = "http://127.0.0.1:%d/" % listening.getsockname()[1]
for number in range(300):
    urllib.request.urlopen(address).read()
if sys.argv[1] == "leave":
    server.should_exit = True
    thread.join()
endings.end(sys.argv[1])
