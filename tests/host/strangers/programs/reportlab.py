"""Pages written to memory."""
#: needs reportlab
import io

from reportlab.pdfgen import canvas

for number in range(10):
    file = io.BytesIO()
    page = canvas.Canvas(file, invariant=True)
    page.drawString(10, 10, "x")
    page.showPage()
    page.save()
print(len(file.getvalue()))
