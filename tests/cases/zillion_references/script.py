from zillion_references import eternal

for number in range(1000, 2000):
    eternal(number)
