import pointed_at

thing = ["something that lasts"]
for number in range(300):
    for part in range(40):
        pointed_at.make_label((number, part), thing)
    pointed_at.measure(thing)
