"""A model that is trained on a few sentences."""
#: needs sentencepiece
import io

import sentencepiece

model = io.BytesIO()
sentencepiece.SentencePieceTrainer.train(
    sentence_iterator=iter(["hello world", "foo bar", "hello foo"] * 20),
    model_writer=model, vocab_size=20, hard_vocab_limit=False,
    minloglevel=2)
processor = sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())
for number in range(1000):
    pieces = processor.encode("hello foo", out_type=str)
    assert processor.decode(processor.encode("hello foo")) == "hello foo"
    try:
        processor.id_to_piece(10 ** 6)
    except IndexError:
        pass
print(pieces)
