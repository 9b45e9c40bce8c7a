"""Words and documents in structures of Cython, with pools of memory."""
#: needs spacy
#: leaks ^__Pyx_Coroutine_dealloc .* the type of its instances
#: proof import owed, spacy
#: proof assert owed.growth("generator") > 100
#: leaks ^__Pyx_CyFunction_dealloc .* the type of its instances
#: proof import owed, spacy
#: proof assert owed.growth("cython_function_or_method") > 100
import warnings

warnings.simplefilter("ignore")
import spacy
from spacy.matcher import Matcher, PhraseMatcher
from spacy.tokens import Doc, DocBin, Span

nlp = spacy.blank("en")
nlp.add_pipe("sentencizer")
Doc.set_extension("extra", default=None)
matcher = Matcher(nlp.vocab)
matcher.add("NUMBER", [[{"LIKE_NUM": True}, {"IS_ALPHA": True}]])
phrases = PhraseMatcher(nlp.vocab)
phrases.add("PHRASE", [nlp("two words")])
for number in range(200):
    doc = nlp("There are %d apples. And two words here." % (number % 5))
    doc._.extra = [number]
    found = [doc[start:end].text for _, start, end in matcher(doc)]
    others = [doc[start:end].text for _, start, end in phrases(doc)]
    doc.ents = [Span(doc, 2, 4, label="COUNT")]
    kept = DocBin([])
    kept.add(doc)
    back = list(DocBin().from_bytes(kept.to_bytes()).get_docs(nlp.vocab))[0]
    with doc.retokenize() as tokens:
        tokens.merge(doc[0:2])
    try:
        doc[1000]
    except IndexError as error:
        said = type(error).__name__
print(found, others, [one.text for one in doc.sents], back.ents, said)
