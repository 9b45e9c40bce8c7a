"""A second Task.__init__ overwrites the context; no memory grows."""
import asyncio
import contextvars
import sys

CULPRIT = "_asyncio_Task___init___impl _asyncio_Task___init__"

loop = asyncio.new_event_loop()
context = contextvars.Context()


async def nothing():
    pass


def step():
    work = nothing()
    task = asyncio.Task(work, loop=loop, context=context)
    task.__init__(work, loop=loop, context=context)
    loop.run_until_complete(task)
    loop._ready.clear()


def probe():
    return sys.getrefcount(context)
