"""The name and the catalogue number of a satellite are not released with it."""
# Source: https://github.com/brandon-rhodes/pyephem/commit/5f1a450 (issue 239), mended in 4.1.4
# Built, 3.11.7
import ephem

CULPRIT = "EarthSatellite_dealloc build_body_from_obj readtle read_database_string Set_name set_name"
PACKAGE = "ephem==4.1.3"
PYTHON = "3.11"

LINES = (
    "ISS (ZARYA)",
    "1 25544U 98067A   03097.78853147  .00021906  00000-0  28403-3 0  8652",
    "2 25544  51.6361  13.7980 0004256  35.6671  59.2566 15.58778559250029",
)


def step():
    ephem.readtle(*LINES)
