"""asyncio: tasks, cancellation, queues, async generators, context managers."""

import asyncio
import contextlib
import contextvars

variable = contextvars.ContextVar("variable", default=0)
log = []


class Resource:
    async def __aenter__(self):
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, kind, value, trace):
        await asyncio.sleep(0)
        log.append(kind)
        return kind is KeyError


async def numbers(limit):
    try:
        for number in range(limit):
            await asyncio.sleep(0)
            yield number
    finally:
        log.append("closed")


@contextlib.asynccontextmanager
async def section(name):
    token = variable.set(name)
    try:
        yield name
    finally:
        variable.reset(token)


async def worker(source, sink):
    while True:
        item = await source.get()
        if item is None:
            return
        async with section(item):
            await sink.put(variable.get() + item)


async def pipeline():
    source, sink = asyncio.Queue(), asyncio.Queue()
    workers = [asyncio.ensure_future(worker(source, sink)) for _ in range(5)]
    for number in range(300):
        await source.put(number)
    for _ in workers:
        await source.put(None)
    await asyncio.gather(*workers)
    return sum(sink.get_nowait() for _ in range(sink.qsize()))


async def forever():
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        log.append("cancelled")
        raise


async def fails():
    await asyncio.sleep(0)
    raise LookupError("failed")


async def main():
    total = 0
    for _ in range(24):
        total += await pipeline()
        total += sum([n async for n in numbers(30) if n % 2])
        async with Resource():
            async for number in numbers(10):
                if number == 4:
                    break
        async with Resource():
            raise KeyError
        task = asyncio.ensure_future(forever())
        await asyncio.sleep(0)
        task.cancel()
        results = await asyncio.gather(task, fails(), asyncio.sleep(0, 5),
                                       return_exceptions=True)
        total += len([one for one in results if isinstance(one, Exception)])
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(forever(), 0.001)
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        loop.call_soon(future.set_result, 3)
        total += await future
        lock, limit = asyncio.Lock(), asyncio.Semaphore(2)

        async def guarded(value):
            async with limit, lock:
                await asyncio.sleep(0)
                return value

        total += sum(await asyncio.gather(*map(guarded, range(20))))
        abandoned = numbers(5)
        await abandoned.__anext__()
        await abandoned.aclose()
        never = guarded(1)
        never.close()
    return total


print(asyncio.run(main()), len(log))
