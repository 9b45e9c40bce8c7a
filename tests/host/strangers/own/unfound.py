"""Is said to leak, but does not."""
#: leaks list
#: proof pass
