"""Streams, timers and cancelled tasks in a loop of libuv."""
#: needs uvloop
import asyncio

import uvloop


async def echo(reader, writer):
    while True:
        line = await reader.readline()
        if not line:
            break
        writer.write(line)
    writer.close()


async def main():
    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(
        *server.sockets[0].getsockname())
    for number in range(300):
        writer.write(b"line\n")
        answer = await reader.readline()
    writer.close()
    await writer.wait_closed()
    server.close()
    for number in range(200):
        try:
            await asyncio.wait_for(asyncio.sleep(10), 0.0001)
        except asyncio.TimeoutError:
            pass
    child = await asyncio.create_subprocess_exec(
        "echo", "x", stdout=asyncio.subprocess.PIPE)
    print(answer, (await child.communicate())[0])
    print(await asyncio.get_running_loop().run_in_executor(None, sum, [1, 2]))


loop = uvloop.new_event_loop()
asyncio.set_event_loop(loop)
loop.run_until_complete(main())
loop.close()
