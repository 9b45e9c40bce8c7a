"""No bug: from round to round a deque gives up one None. The count of None falls
as it does when somebody releases it too often, but the pointers go too."""
import collections

CULPRIT = ""
TRACK = "all,static"
ROUNDS = 1500

held = collections.deque([None] * 2 * ROUNDS)
at = 0


def step():
    global at
    held[at] = True
    at += 1
