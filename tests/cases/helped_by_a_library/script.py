"""The library's own takings and releases are its user's."""
from helped_by_a_library import text_of

print(sum(len(text_of(number)) for number in range(1000, 2000)))
