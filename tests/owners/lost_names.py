from owners import lose_names

for number in range(500):
    lose_names(("first_%d second_%d last_%d" % (number, number, number)).split())
