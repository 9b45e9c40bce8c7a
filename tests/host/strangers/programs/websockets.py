"""A server that answers what it hears."""
#: needs websockets
import asyncio

import websockets


async def answer(socket):
    async for message in socket:
        await socket.send(message)


async def main():
    async with websockets.serve(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        async with websockets.connect("ws://127.0.0.1:%d" % port) as client:
            for number in range(500):
                await client.send("x")
                print(await client.recv(), end="")


asyncio.run(main())
