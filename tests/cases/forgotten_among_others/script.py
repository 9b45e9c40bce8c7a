from forgotten_among_others import pack

for number in range(600):
    pack([number], {number}, {number: 1}, bytearray(1))
