"""Tests by hypothesis: the first makes strategies anew with each example, and
does not leak; the second does."""

import hypothesis
from hypothesis import strategies

KEPT = []


@strategies.composite
def pairs(draw):
    first = draw(strategies.integers())
    return first, draw(strategies.one_of(strategies.just(object()),
                                         strategies.sampled_from([first, 1])))


@hypothesis.settings(max_examples=20, deadline=None, database=None)
@hypothesis.given(pairs(), strategies.lists(strategies.text()))
def test_makes_strategies(pair, texts):
    assert len(pair) == 2


@hypothesis.settings(max_examples=20, deadline=None, database=None)
@hypothesis.given(strategies.integers())
def test_keeps_examples(number):
    KEPT.append([number])
