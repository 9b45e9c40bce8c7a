"""Pipelines and scenes of VTK, whose objects have counts of their own."""
#: needs vtk numpy
#: leaks ^PyVTKObject_FromPointer .* each type
#: proof import gc, owed, runpy
#: proof runpy.run_path("program.py")
#: proof from vtkmodules.vtkFiltersSources import vtkSphereSource
#: proof def make():
#: proof     source = vtkSphereSource()
#: proof     source.Update()
#: proof     return type(source.GetOutput())
#: proof kind = make()
#: proof before = owed.surplus(kind)
#: proof [make() for number in range(500)]
#: proof gc.collect()
#: proof assert owed.surplus(kind) - before > 400
import gc

import numpy
import vtkmodules.all as vtk
from vtkmodules.util import numpy_support

seen = []
for number in range(200):
    source = vtk.vtkSphereSource()
    source.SetRadius(number + 1)
    source.AddObserver("EndEvent", lambda one, name: seen.append(name))
    filter_ = vtk.vtkTriangleFilter()
    filter_.SetInputConnection(source.GetOutputPort())
    filter_.Update()
    data = filter_.GetOutput()
    points = numpy_support.vtk_to_numpy(data.GetPoints().GetData())
    extra = numpy_support.numpy_to_vtk(numpy.arange(3.0), deep=False)
    extra.SetName("extra")
    data.GetPointData().AddArray(extra)
    array = vtk.vtkDoubleArray()
    array.InsertNextValue(number)
    try:
        array.SetName(5)
    except TypeError as error:
        said = type(error).__name__
    source.own = [source, data]
    del source.own
    lists = vtk.vtkCollection()
    lists.AddItem(array)
    same = lists.GetItemAsObject(0) is array
gc.collect()
print(len(points), data.GetNumberOfCells(), len(seen), said, same)
