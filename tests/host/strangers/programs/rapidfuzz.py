"""Distances of words."""
#: needs rapidfuzz
from rapidfuzz import distance, fuzz, process

choices = ["apple", "banana", "cherry"] * 20
for number in range(500):
    best = process.extract("appel", choices, limit=3)
    fuzz.ratio("a b c", "a c b")
    distance.Levenshtein.editops("kitten", "sitting")
print(best)
