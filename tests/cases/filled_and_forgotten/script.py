from filled_and_forgotten import parser

for number in range(400):
    made = parser()
    for line in ("# none", "a%d bb cc" % number, "d%d ee" % number, "lonely"):
        try:
            made.lengths(line)
        except ValueError:
            pass
