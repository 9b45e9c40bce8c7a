from taken_by_call import first_long

for number in range(3000):
    first_long([[number], [number, number], [number, number, number]])
