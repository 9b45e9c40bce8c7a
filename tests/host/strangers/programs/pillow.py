"""Images drawn, filtered, written and read, and bytes that are none."""
#: needs pillow
import io

from PIL import Image, ImageDraw, ImageFilter

for number in range(100):
    image = Image.new("RGB", (64, 64), "red")
    draw = ImageDraw.Draw(image)
    draw.line((0, 0, 60, 60))
    draw.text((1, 1), "a")
    file = io.BytesIO()
    image.save(file, "PNG")
    file.seek(0)
    Image.open(file).load()
    image.filter(ImageFilter.BLUR).resize((10, 10)).convert("L").histogram()
    try:
        Image.open(io.BytesIO(b"bad"))
    except OSError:
        pass
print(image.getpixel((1, 2)))
