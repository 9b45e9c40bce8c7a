"""Clients of services that are not there."""
#: needs asyncpg psycopg[binary] psycopg2-binary pymssql oracledb confluent-kafka clickhouse-driver httptools
#: leaks ^common_conf_setup .* each confluent_kafka.cimpl.KafkaError
#: proof import owed
#: proof assert owed.left_behind("KafkaError") > 50
#: leaks generator.tp_dealloc does not give back the type
#: proof import owed, psycopg
#: proof assert owed.growth("generator") > 50
import asyncio

import asyncpg
import clickhouse_driver
import confluent_kafka
import httptools
import oracledb
import psycopg
import psycopg2
import psycopg2.extensions


class Protocol:
    def on_url(self, url):
        self.url = url

    def on_header(self, name, value):
        pass


async def ask():
    try:
        await asyncpg.connect("postgresql://a@127.0.0.1:1/x", timeout=1)
    except OSError:
        pass


for number in range(60):
    protocol = Protocol()
    parser = httptools.HttpRequestParser(protocol)
    parser.feed_data(b"GET /a HTTP/1.1\r\nHost: b\r\n\r\n")
    for call in (lambda: parser.feed_data(b"\x00bad"),
                 lambda: httptools.parse_url(b"\x00"),
                 lambda: psycopg2.connect("host=127.0.0.1 port=1"),
                 lambda: psycopg2.extensions.adapt(object()),
                 lambda: psycopg2.extensions.parse_dsn("bad bad"),
                 lambda: psycopg.connect("host=127.0.0.1 port=1"),
                 lambda: psycopg.conninfo.conninfo_to_dict("bad bad"),
                 lambda: oracledb.connect(user="a", password="b",
                                          dsn="127.0.0.1:1/x"),
                 lambda: clickhouse_driver.Client(
                     "127.0.0.1", port=1).execute("SELECT 1"),
                 lambda: confluent_kafka.Producer({"wrong": 1}),
                 lambda: confluent_kafka.Producer(5)):
        try:
            call()
        except Exception:
            pass
    quoted = psycopg2.extensions.adapt(["a", 1, None]).getquoted()
    asyncio.run(ask())
print(protocol.url, quoted, parser.get_method())
