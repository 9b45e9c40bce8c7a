"""A time with an offset is made from one in UTC: the offset is kept."""
import datetime

import ciso8601

CULPRIT = "FixedOffset_fromutc"
PACKAGE = "ciso8601==2.3.1"

ZONE = ciso8601.parse_datetime("2014-01-09T21:48:00+05:30").tzinfo
NOON = datetime.datetime(2020, 1, 1, 12, tzinfo=ZONE)


def step():
    ZONE.fromutc(NOON)
