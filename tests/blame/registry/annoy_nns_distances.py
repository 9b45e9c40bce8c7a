"""The two lists that are packed into the answer with distances."""
# Source: https://github.com/spotify/annoy/commit/3f9e8b1, mended in 1.17.2
# built (C++)
import annoy

CULPRIT = "get_nns_to_python"
PACKAGE = "annoy==1.17.1"
PYTHON = "3.11"

index = annoy.AnnoyIndex(2, "euclidean")
for number in range(5):
    index.add_item(number, [number, 1.0])
index.build(1)


def step():
    index.get_nns_by_item(0, 3, include_distances=True)
