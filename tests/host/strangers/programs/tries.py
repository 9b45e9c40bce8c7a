"""Words in tries, and words that are in none."""
#: needs pyahocorasick marisa-trie
#: leaks type (of its instances|that nobody gives back)$
#: proof import owed, marisa_trie
#: proof assert owed.growth("generator") > 100
import ahocorasick
import marisa_trie

for number in range(200):
    automaton = ahocorasick.Automaton()
    for word in ("he", "she", "hers", "his"):
        automaton.add_word(word, (number, word))
    automaton.make_automaton()
    found = list(automaton.iter("ushers"))
    automaton.get("none", None)
    trie = marisa_trie.BytesTrie([("a", b"1"), ("ab", b"2")])
    trie.items("a")
    for table, word in ((automaton, "none"), (trie, "none")):
        try:
            table.get(word) if table is automaton else table[word]
        except KeyError:
            pass
print(found)
