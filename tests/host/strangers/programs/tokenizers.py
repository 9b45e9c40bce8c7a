"""A tokenizer that is trained on a few words."""
#: needs tokenizers
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

tokenizer = Tokenizer(models.BPE())
tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
tokenizer.train_from_iterator(
    ["hello world", "foo bar"] * 20,
    trainers.BpeTrainer(vocab_size=50, show_progress=False))
for number in range(1000):
    encoded = tokenizer.encode("hello world foo")
    assert len(encoded.ids) == len(encoded.tokens)
print(encoded.tokens)
