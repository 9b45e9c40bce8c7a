"""Units, times, tables and files of astronomers."""
#: needs astropy
import warnings

import numpy
from astropy import units
from astropy.coordinates import SkyCoord
from astropy.io import fits
from astropy.table import Table
from astropy.time import Time
from astropy.wcs import WCS

warnings.simplefilter("ignore")
for number in range(60):
    speed = (3 * units.km / units.s).to(units.m / units.hour)
    try:
        (3 * units.km).to(units.s)
    except units.UnitConversionError:
        pass
    time = Time("2024-02-29T12:00:00", scale="utc").jd
    try:
        Time("no time at all")
    except ValueError:
        pass
    table = Table({"a": [1, 2, 3], "b": [1.5, 2.5, 3.5]})
    table.write("t.fits", overwrite=True)
    with fits.open("t.fits") as file:
        total = float(file[1].data["b"].sum())
    place = SkyCoord("10d", "20d").galactic.l.deg
    world = WCS(naxis=2)
    world.wcs.crpix = [1, 1]
    world.wcs.cdelt = [0.1, 0.1]
    world.wcs.ctype = ["RA---TAN", "DEC--TAN"]
    pixel = world.wcs_pix2world([[2.0, 2.0]], 1)
    try:
        world.wcs.ctype = [1, 2]
    except TypeError:
        pass
print(round(speed.value), time, total, round(place, 3), pixel.shape)
