from built_value import numbered

total = 0
for number in range(1000):
    total += numbered("word %d" % number)[0]
print(total)
