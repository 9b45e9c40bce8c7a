"""datetime, timedelta, tzinfo, strftime, comparison and arithmetic."""

import calendar
import datetime as dt
import time


class Zone(dt.tzinfo):
    def __init__(self, minutes):
        self.offset = dt.timedelta(minutes=minutes)

    def utcoffset(self, when):
        return self.offset

    def dst(self, when):
        return dt.timedelta(0)

    def tzname(self, when):
        return "zone"


checksum = 0
start = dt.datetime(2024, 2, 28, 12, 30, 15, 999)
for round in range(5400):
    when = start + dt.timedelta(days=round, seconds=round * 7)
    aware = when.replace(tzinfo=dt.timezone.utc)
    local = aware.astimezone(Zone(90))
    checksum += (local - aware).seconds + local.hour
    checksum += len(local.isoformat()) + len(when.strftime("%Y-%m-%d %j %U"))
    checksum += dt.datetime.fromisoformat(when.isoformat()).day
    checksum += dt.datetime.strptime("2024-03-%02d" % (round % 28 + 1),
                                     "%Y-%m-%d").day if round % 20 == 0 else 0
    checksum += when.date().toordinal() % 7 + when.time().minute
    checksum += sorted([when, start, when - dt.timedelta(hours=5)])[1].day
    checksum += hash(aware) == hash(local)
    checksum += len(repr(dt.timedelta(hours=round) / 7))
    checksum += len({dt.date(2024, 1, n % 28 + 1) for n in range(round % 40)})
    try:
        when < aware
    except TypeError:
        checksum += 1
    try:
        dt.date(2024, 2, 30)
    except ValueError:
        checksum += 1
    checksum += len(when.timetuple()) + when.isocalendar()[1]
checksum += len(calendar.month(2024, 2))
checksum += time.strptime("2024", "%Y").tm_year
print(checksum)
