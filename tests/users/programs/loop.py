"""Nothing leaks: an asyncio service with work under way."""
import asyncio
import sys

import endings


async def work(number):
    await asyncio.sleep(0.005)
    return {"number": number}


async def serve(rounds):
    while rounds != 0:
        await asyncio.gather(*(work(number) for number in range(50)))
        rounds -= 1


def wait():
    asyncio.run(serve(-1))


asyncio.run(serve(10))
endings.end(sys.argv[1], wait)
