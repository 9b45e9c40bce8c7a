"""A bit of everything that a service does: asyncio, sqlite3, json, re, csv,
dates, decimals, subprocesses, temporary files."""
import asyncio
import csv
import datetime
import decimal
import io
import json
import re
import sqlite3
import subprocess
import sys
import tempfile

PATTERN = re.compile(r"(?P<name>\w+)=(?P<value>[^;]*);?")


class Order:
    def __init__(self, name, price):
        self.name, self.price = name, decimal.Decimal(price)
        self.time = datetime.datetime(2020, 1, 2, 3, 4, 5)

    def row(self):
        return self.name, str(self.price), self.time.isoformat()


async def fetch(queue, number):
    await asyncio.sleep(0)
    if number % 7 == 3:
        raise ValueError(number)
    await queue.put(Order("order %d" % number, "%d.25" % number))


async def gather(count):
    queue = asyncio.Queue()
    results = await asyncio.gather(
        *(fetch(queue, number) for number in range(count)),
        return_exceptions=True)
    orders = []
    while not queue.empty():
        orders.append(queue.get_nowait())
    return orders, [one for one in results if one is not None]


def store(database, orders):
    with database:
        database.executemany("insert into orders values (?, ?, ?)",
                             (order.row() for order in orders))
    try:
        with database:
            database.execute("insert into orders values (?, ?)", (1, 2))
    except sqlite3.OperationalError:
        pass
    return database.execute("select name, price from orders").fetchall()


def work():
    orders, errors = asyncio.run(gather(20))
    assert len(orders) == 17 and len(errors) == 3
    database = sqlite3.connect(":memory:")
    database.execute("create table orders (name, price, time)")
    rows = store(database, orders)
    database.close()
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    assert len(list(csv.reader(io.StringIO(text.getvalue())))) == 17
    assert json.loads(json.dumps(rows, indent=1))[0][0] == "order 0"
    found = {match["name"]: match["value"] for match in
             PATTERN.finditer("a=1;bb=22;ccc=x y")}
    assert found["ccc"] == "x y"
    with tempfile.TemporaryFile("w+") as file:
        file.write(text.getvalue())
        file.seek(0)
        assert sum(1 for _ in file) == 17


for _ in range(60):
    work()
for _ in range(3):
    subprocess.run([sys.executable, "-c", "pass"], check=True)
