"""For unittest: two tests leak, one fails in any case."""

import unittest

import leaky

KEPT = []


class Planted(unittest.TestCase):
    def test_leaks(self):
        leaky.returns_kept(1)

    def test_keeps(self):
        KEPT.append({})  # LEAK unit_keeps

    def test_healthy(self):
        self.assertEqual(leaky.is_healthy(1)[1], 1)

    def test_fails(self):
        self.fail("as ever")

    @unittest.skip("never runs")
    def test_skipped(self):
        KEPT.append({})

    def test_parts(self):
        for number in range(2):
            with self.subTest(number=number):
                self.assertLess(number, 2)
