"""Is said to leak, and here that is no longer true."""
#: leaks list
#: proof assert False
