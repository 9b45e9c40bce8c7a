from late_leak import check

for name in ["depth"] * 20000 + ["width"] * 2000:
    try:
        check(name)
    except LookupError:
        pass
