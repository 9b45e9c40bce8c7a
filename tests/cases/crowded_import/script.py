import crowd
from crowded_import import pair

for number in range(3000):
    pair(crowd.TABLE)
