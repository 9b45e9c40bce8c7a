"""Large data there and back."""
import copy
import json
import pickle

data = {number: [str(number), (number, number * 2.5), {"k": None}]
        for number in range(20000)}
copy.deepcopy(data)
for number in range(5):
    assert pickle.loads(pickle.dumps(data)) == data
    json.loads(json.dumps(data))
print(len(data))
