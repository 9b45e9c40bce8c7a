"""The name of a body that is read from a line of a database is kept."""
# Source: https://github.com/brandon-rhodes/pyephem/issues/166 (db3e617), mended in 4.0
# Built, 3.9.18
import ephem

CULPRIT = "build_body_from_obj"
PACKAGE = "ephem==3.7.7.0"
PYTHON = "3.9"

LINE = "Sirius,f|S|A0,6:45:08.9,-16:42:58,-1.46,2000"


def step():
    ephem.readdb(LINE)
