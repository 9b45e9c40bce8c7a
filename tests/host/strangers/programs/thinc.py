"""Hash tables and layers of a small network, as spaCy has them."""
#: needs cymem preshed murmurhash srsly thinc
import numpy
from murmurhash import mrmr
from preshed.bloom import BloomFilter
from preshed.counter import PreshCounter
from preshed.maps import PreshMap
import srsly
from thinc.api import Adam, Relu, Softmax, chain, fix_random_seed

for number in range(300):
    table = PreshMap()
    counter = PreshCounter()
    bloom = BloomFilter.from_error_rate(100)
    for one in range(20):
        table[one + 1] = one
        counter.inc(one, 1)
        bloom.add(one)
    srsly.json_loads(srsly.json_dumps({"a": [number]}))
    srsly.msgpack_loads(srsly.msgpack_dumps({"a": [number]}))
    mrmr.hash(str(number))
fix_random_seed(0)
model = chain(Relu(nO=8), Softmax())
points = numpy.ones((10, 4), dtype="f")
answers = numpy.zeros((10, 2), dtype="f")
answers[:, 0] = 1
model.initialize(X=points, Y=answers)
optimizer = Adam(0.01)
for number in range(20):
    guesses, back = model.begin_update(points)
    back(guesses - answers)
    model.finish_update(optimizer)
print(len(table), guesses.shape)
