from lost_with_its_block import size_of

for number in range(1000):
    size_of([1, number])
