from lost_in_an_inlined_one import joined

for number in range(400):
    assert joined(["a", "b", "c"]) == "abc"
    try:
        joined(["a", "b", number])
    except TypeError:
        pass
