"""The word is kept when add_word() is told no value."""
# Source: https://github.com/WojciechMula/pyahocorasick/commit/6302449, mended in 1.1.13
# Built, 3.9.18
import ahocorasick

CULPRIT = "automaton_add_word"
PACKAGE = "pyahocorasick==1.1.10"
PYTHON = "3.9"

words = ahocorasick.Automaton()


def step():
    word = "\U0001f600" * 2
    try:
        words.add_word(word + "x")
    except ValueError:
        pass
    else:
        raise AssertionError
