"""Prints the same and leaks nothing."""
print(sum(len(str(number)) for number in range(1000)))
