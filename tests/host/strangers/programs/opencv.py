"""Images as arrays, and conversions that do not exist."""
#: needs opencv-python-headless
import cv2
import numpy

for number in range(100):
    image = numpy.zeros((64, 64, 3), numpy.uint8)
    cv2.circle(image, (30, 30), 10, (255, 0, 0))
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    cv2.findContours(gray, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    _, coded = cv2.imencode(".png", image)
    cv2.imdecode(coded, 1)
    try:
        cv2.cvtColor(image, 9999)
    except cv2.error:
        pass
print(len(coded))
