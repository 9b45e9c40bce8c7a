"""What an asynchronous call is made with, and its result, after it was awaited."""
# Source: https://gitlab.gnome.org/GNOME/pygobject/-/commit/20ffac50, mended in 3.51.0
# Built with libgirepository1.0-dev and libcairo2-dev, 3.11
import asyncio

from gi.events import GLibEventLoopPolicy
from gi.repository import Gio

CULPRIT = "async_finalize"
PACKAGE = "PyGObject==3.50.0"
PYTHON = "3.11"

LOOP = GLibEventLoopPolicy().get_event_loop()
FILE = Gio.File.new_for_path("/")


async def query():
    await FILE.query_info_async("standard::type", Gio.FileQueryInfoFlags.NONE, 0)


def step():
    LOOP.run_until_complete(query())
