"""Nothing leaks: what died and waits to be used again still owns its type
(CPython 3.12 and later: _asyncio.FutureIter)."""
import asyncio
import sys

import endings

loop = asyncio.new_event_loop()
future = loop.create_future()
LIVING = [future.__await__() for number in range(30)]
spare = [future.__await__() for number in range(60)]
spare.clear()
loop.close()
endings.end(sys.argv[1])
