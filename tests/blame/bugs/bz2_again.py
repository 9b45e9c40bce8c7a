"""A control: memory of malloc is lost, no reference is."""
import bz2

CULPRIT = ""

decompressor = bz2.BZ2Decompressor()


def step():
    decompressor.__init__()
