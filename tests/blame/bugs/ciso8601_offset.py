"""Each time with an offset keeps its time zone."""
import ciso8601

CULPRIT = "_parse"
PACKAGE = "ciso8601==2.0.0"


def step():
    ciso8601.parse_datetime("2014-01-09T21:48:00.921000+05:30")
