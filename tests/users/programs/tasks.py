"""Tasks that wait for what never comes, and a set that keeps them."""
#: finds some _asyncio.Task
#: held __main__.TASKS
import asyncio
import sys

import endings


async def send(number):
    await asyncio.Event().wait()


async def main(rounds):
    for _ in range(rounds):
        for number in range(20):
            task = asyncio.create_task(send(number))
            TASKS.add(task)
            task.add_done_callback(TASKS.discard)
        await asyncio.sleep(0)


TASKS = set()
loop = asyncio.new_event_loop()
loop.run_until_complete(main(100))
endings.end(sys.argv[1])
