"""Extension modules are loaded late, by threads, and used at once."""
#: prints 6 modules
import importlib
import threading

names = "_ctypes _decimal _bz2 _lzma _json _asyncio".split()
modules = {}


def load(name):
    modules[name] = importlib.import_module(name)


threads = [threading.Thread(target=load, args=(name,)) for name in names]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
decimal = modules["_decimal"]
for i in range(1, 2000):
    str(decimal.Decimal(i) / 7)
print(len(modules), "modules")
