from made_twice import error, given, raised

for number in range(400):
    assert isinstance(given(number), error)
    try:
        raised(number)
    except error:
        pass
