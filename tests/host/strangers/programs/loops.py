"""A loop of Rust: streams, timers, signals and cancelled tasks."""
#: needs rloop
import asyncio
import os
import signal

import rloop


class Echo(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.transport.write(data)


class Client(asyncio.Protocol):
    def __init__(self, ended):
        self.ended, self.got = ended, []

    def connection_made(self, transport):
        self.transport = transport
        transport.write(b"text")

    def data_received(self, data):
        self.got.append(data)
        if len(self.got) == 50:
            self.transport.close()
        else:
            self.transport.write(data)

    def connection_lost(self, error):
        self.ended.set_result(len(self.got))


async def fails(number):
    await asyncio.sleep(0)
    raise ValueError(number)


async def main():
    loop = asyncio.get_running_loop()
    signals = []
    loop.add_signal_handler(signal.SIGUSR1, signals.append, 1)
    server = await loop.create_server(Echo, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    total = 0
    for number in range(20):
        ended = loop.create_future()
        await loop.create_connection(lambda: Client(ended), "127.0.0.1", port)
        total += await ended
        try:
            await asyncio.wait_for(asyncio.sleep(10), 0.001)
        except asyncio.TimeoutError:
            pass
        found = await asyncio.gather(*(fails(one) for one in range(20)),
                                     return_exceptions=True)
    os.kill(os.getpid(), signal.SIGUSR1)
    await asyncio.sleep(0.1)
    server.close()
    other = await loop.run_in_executor(None, sum, [1, 2])
    print(total, len(found), len(signals), other)


loop = rloop.new_event_loop()
asyncio.set_event_loop(loop)
loop.run_until_complete(main())
loop.close()
