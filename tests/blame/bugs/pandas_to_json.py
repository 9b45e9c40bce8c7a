"""Attributes of Timestamps."""
import pandas

CULPRIT = "objToJSON"
PACKAGE = "pandas==1.5.3 numpy==1.24.2 pytz python-dateutil six"
BINARY = "1"

frame = pandas.DataFrame({
    "number": [1.0] * 20,
    "time": pandas.date_range("1/1/2019", periods=20, tz="UTC")})


def step():
    frame.to_json()
