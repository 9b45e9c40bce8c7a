"""Examples that are made up, the same ones each time."""
#: needs hypothesis
from hypothesis import given, settings, strategies


@settings(max_examples=50, database=None, deadline=None, derandomize=True)
@given(strategies.lists(strategies.integers()), strategies.text())
def check(numbers, text):
    assert sorted(numbers) == sorted(sorted(numbers))


check()
print("held")
