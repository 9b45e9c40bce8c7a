from early_return import any_true

found = 0
for round in range(2000):
    found += any_true(range(1) if round % 2 else range(1, 4))
print(found)
