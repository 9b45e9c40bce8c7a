"""Vector registers survive: the same digits as ever."""
#: prints ...
import math

values = [(i * 7919 % 1009) / 7 for i in range(5000)]
values.sort(key=lambda value: (math.sqrt(value) % 1, -value))
total = math.fsum(value * complex(i, 1).real / (1 + i)
                  for i, value in enumerate(values))
total += sum(math.sqrt(abs(value)) / (1 + i) for i, value
             in enumerate(values))
total += sum(float(repr(value)) for value in values[::7])
print(total.hex())
