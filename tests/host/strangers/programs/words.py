"""Distances, sounds and stems of words."""
#: needs levenshtein jellyfish pystemmer
import jellyfish
import Levenshtein
import Stemmer

stemmer = Stemmer.Stemmer("english")
for number in range(1000):
    Levenshtein.editops("kitten", "sitting")
    Levenshtein.median(["spam", "spasm", "sam"])
    found = (Levenshtein.distance("kitten", "sitting"),
             jellyfish.metaphone("Thompson"),
             jellyfish.jaro_winkler_similarity("dixon", "dicksonx") > .8,
             stemmer.stemWords(["running", "word%d" % (number % 7)])[0])
    for wrong in (lambda: Levenshtein.distance(1, 2),
                  lambda: Stemmer.Stemmer("none")):
        try:
            wrong()
        except (TypeError, KeyError):
            pass
print(found)
