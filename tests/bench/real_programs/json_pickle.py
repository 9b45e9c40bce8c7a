"""Records to JSON and back, and through pickle."""
import json
import pickle
import sys

rows = [{"id": i, "name": "row %d" % i, "tags": ["a", "b", str(i % 97)],
         "position": {"x": i * .5, "y": None, "near": [i - 1, i + 1]}}
        for i in range(int(sys.argv[1]))]
text = json.dumps(rows)
same = json.loads(text) == rows
for protocol in (2, 5):
    same = same and pickle.loads(pickle.dumps(rows, protocol)) == rows
print(len(text), same)
