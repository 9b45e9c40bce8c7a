"""A control: the templates of re.sub are kept, but not more than 512."""
import re

CULPRIT = ""

number = 0


def step():
    global number
    number += 1
    re.sub("(a)", r"\1b%d" % number, "aa")
