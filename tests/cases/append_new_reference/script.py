from append_new_reference import number

total = 0
for round in range(400):
    total += len(number(["a", "b", round]))
print(total)
