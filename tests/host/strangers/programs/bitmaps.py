"""Sets of numbers, cells of a globe, and clips of polygons."""
#: needs pyroaring h3 pyclipper mapbox_earcut numpy
import h3
import mapbox_earcut
import numpy
import pyclipper
from pyroaring import BitMap, FrozenBitMap

for number in range(400):
    numbers = BitMap(range(100)) | BitMap([1000, 2000])
    numbers &= BitMap(range(50, 1500))
    again = BitMap.deserialize(numbers.serialize())
    frozen = {FrozenBitMap([1, 2]): "a"}
    for call in (lambda: BitMap(["x"]), lambda: numbers.remove(5),
                 lambda: numbers[1000], lambda: BitMap.deserialize(b"bad"),
                 lambda: numbers.add(-1), lambda: numbers | 5):
        try:
            call()
        except (TypeError, KeyError, IndexError, ValueError, OverflowError):
            pass
    cell = h3.latlng_to_cell(37.3, -121.9, 9)
    near = h3.grid_disk(cell, 1)
    try:
        h3.cell_to_latlng("wrong")
    except Exception as error:
        kind = type(error).__name__
    clip = pyclipper.Pyclipper()
    clip.AddPath(((0, 0), (10, 0), (10, 10), (0, 10)), pyclipper.PT_CLIP, True)
    clip.AddPath(((5, 5), (15, 5), (15, 15)), pyclipper.PT_SUBJECT, True)
    cut = clip.Execute(pyclipper.CT_INTERSECTION)
    try:
        clip.AddPath(((0, 0),), pyclipper.PT_CLIP, True)
    except pyclipper.ClipperException:
        pass
    triangles = mapbox_earcut.triangulate_float64(
        numpy.array([[0.0, 0], [1, 0], [1, 1], [0, 1]]),
        numpy.array([4], dtype="uint32"))
    try:
        mapbox_earcut.triangulate_float64("wrong", 5)
    except TypeError:
        pass
print(len(again), frozen, len(near), kind, cut, len(triangles))
