from younger_headers import first_of

for number in range(1000):
    first_of([number + 100000])
