"""A server and a session in one loop."""
#: needs aiohttp
import asyncio

import aiohttp
from aiohttp import web


async def handle(request):
    return web.json_response({"a": 1})


async def main():
    application = web.Application()
    application.router.add_get("/", handle)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    url = "http://127.0.0.1:%d/" % runner.addresses[0][1]
    async with aiohttp.ClientSession() as session:
        for number in range(300):
            async with session.get(url) as response:
                answer = await response.json()
    await runner.cleanup()
    print(answer)


asyncio.run(main())
