"""The number at which a search begins."""
# Source: https://github.com/WojciechMula/pyahocorasick/commit/5940499, mended in 1.0.3
# Built, 3.9
import ahocorasick

CULPRIT = "pymod_parse_start_end"
PACKAGE = "pyahocorasick==1.0.2"
PYTHON = "3.9"


class Place:
    def __index__(self):
        return int("1000")


WORDS = ahocorasick.Automaton()
WORDS.add_word("one", 1)
WORDS.make_automaton()


def step():
    WORDS.iter("one " * 500, Place())
