import forgotten_field

for number in range(400):
    forgotten_field.make_pair((number, number), [number])
