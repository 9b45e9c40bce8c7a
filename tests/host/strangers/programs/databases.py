"""What two drivers of PostgreSQL do without a server."""
#: needs psycopg2-binary psycopg[binary]
import datetime

import psycopg
import psycopg2
from psycopg import sql
from psycopg.adapt import Transformer
from psycopg2 import extensions

for number in range(500):
    quoted = extensions.adapt(["a'b", number, None]).getquoted()
    extensions.QuotedString("x").getquoted()
    transformer = Transformer()
    transformer.get_dumper([1, 2], psycopg.adapt.PyFormat.TEXT).dump([1, 2])
    transformer.get_loader(1082, psycopg.pq.Format.TEXT).load(b"2020-01-01")
    sql.SQL("select {}").format(sql.Identifier("a", "b")).as_string(None)
    extensions.DATE("2020-01-01", None)
    for wrong in (lambda: extensions.adapt(object()),
                  lambda: psycopg2.connect("host=/there/is/none"),
                  lambda: transformer.get_loader(
                      23, psycopg.pq.Format.TEXT).load(b"bad")):
        try:
            wrong()
        except (psycopg2.Error, ValueError):
            pass
print(quoted, datetime.date(2020, 1, 1))
