"""Many tasks that sleep."""
#: needs trio
import trio


async def main():
    for number in range(10):
        async with trio.open_nursery() as nursery:
            for _ in range(50):
                nursery.start_soon(trio.sleep, 0.001)


trio.run(main)
print("ended")
