"""Code that counts something else, in memory that an object has left."""
import counter_in_freed_memory

for round in range(200):
    counter_in_freed_memory.match(round % 3)
