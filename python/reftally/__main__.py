"""`python -m reftally`: the command, for this interpreter."""

from reftally.command import main

main()
