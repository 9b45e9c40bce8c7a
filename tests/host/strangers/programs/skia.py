"""Pictures are drawn."""
#: needs skia-python numpy
import numpy
import skia

for number in range(100):
    surface = skia.Surface(64, 64)
    with surface as canvas:
        paint = skia.Paint(Color=skia.ColorBLUE, AntiAlias=True)
        canvas.drawCircle(32, 32, 10, paint)
        path = skia.Path()
        path.moveTo(1, 1).lineTo(5, 5).close()
        canvas.drawPath(path, paint)
        canvas.drawString("text", 5, 20, skia.Font(), paint)
    image = surface.makeImageSnapshot()
    data = bytes(image.encodeToData())
    pixels = image.toarray().shape
    try:
        skia.Paint(Wrong=5)
    except Exception as error:
        kind = type(error).__name__
    try:
        canvas.drawCircle("wrong")
    except TypeError:
        pass
    points = [tuple(point) for point in path]
print(len(data) > 50, pixels, kind, len(points))
