from handed_nowhere import join

total = 0
for round in range(400):
    total += len(join("words of round %d" % round))
print(total)
