from handed_nowhere import join

# Words of one character are shared: nothing but the list is lost.
total = 0
for round in range(400):
    total += len(join("w o r d %d" % (round % 10)))
print(total)
