import os

import yet_owned_by_lists as module

KEPT, AGAIN = [], []
for i in range(200):
    point = module.Point()
    KEPT.append([point])
    AGAIN.append((point, point))
    module.first_at(KEPT[-1])
    del point
os._exit(0)  # who knows that they are owned is the census, and no death
