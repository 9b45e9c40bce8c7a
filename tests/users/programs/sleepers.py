"""Tasks that sleep for long, and a set that keeps them, as does the loop."""
#: finds some _asyncio.Task
#: held __main__.TASKS
import asyncio
import sys

import endings


async def send(number):
    await asyncio.sleep(3600)


async def main(rounds):
    for _ in range(rounds):
        for number in range(20):
            task = asyncio.create_task(send(number))
            TASKS.add(task)
            task.add_done_callback(TASKS.discard)
        await asyncio.sleep(0)


TASKS = set()
loop = asyncio.new_event_loop()
loop.run_until_complete(main(50))
endings.end(sys.argv[1])
