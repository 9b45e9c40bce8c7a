from static_cache import square

total = 0
for round in range(3000):
    total += square(1000 + round % 50) + len([square(7)])
print(total)
