"""Figures that are drawn and closed."""
#: needs matplotlib
import io

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot

for number in range(8):
    figure, axes = pyplot.subplots()
    axes.plot(range(20))
    axes.set_title("t")
    figure.savefig(io.BytesIO())
    pyplot.close(figure)
print(pyplot.get_fignums())
