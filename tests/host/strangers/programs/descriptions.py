"""Scenes of USD, through a Boost.Python of its own that keeps wrappers."""
#: needs usd-core
import gc

from pxr import Gf, Sdf, Tf, Usd, UsdGeom, Vt

seen = []
for number in range(100):
    stage = Usd.Stage.CreateInMemory()
    listener = Tf.Notice.Register(Usd.Notice.ObjectsChanged,
                                  lambda notice, sender: seen.append(1), stage)
    ball = UsdGeom.Sphere.Define(stage, "/World/Ball%d" % number)
    ball.GetRadiusAttr().Set(2.0 + number)
    prim = stage.GetPrimAtPath("/World/Ball%d" % number)
    attribute = prim.CreateAttribute("own:list", Sdf.ValueTypeNames.IntArray)
    attribute.Set(Vt.IntArray([1, 2, number]))
    values = list(attribute.Get())
    prim.SetCustomDataByKey("a", {"b": [number]})
    point = Gf.Vec3d(1, 2, 3) * 2
    names = [one.GetName() for one in stage.Traverse()]
    try:
        prim.CreateAttribute("", Sdf.ValueTypeNames.Int)
    except (Tf.ErrorException, RuntimeError) as error:
        said = type(error).__name__
    try:
        Gf.Vec3d("wrong")
    except Exception as error:
        other = type(error).__name__
    text = stage.GetRootLayer().ExportToString()
    listener.Revoke()
    del stage
    gc.collect()
print(values, point, names, said, other, len(text) > 50, len(seen) > 100,
      bool(prim))
