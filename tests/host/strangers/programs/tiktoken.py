"""A tokenizer of few tokens, and text that it must refuse."""
#: needs tiktoken
import tiktoken

encoding = tiktoken.Encoding(
    "small", pat_str=r"\w+|\s+", special_tokens={"<end>": 300},
    mergeable_ranks={**{bytes([one]): one for one in range(256)},
                     b"he": 256, b"ll": 257, b"hell": 258})
for number in range(1000):
    tokens = encoding.encode("hello hello")
    assert encoding.decode(tokens) == "hello hello"
    encoding.encode_batch(["hello", "a b"])
    encoding.encode("a<end>", allowed_special="all")
    for wrong in (lambda: encoding.encode("a<end>"),
                  lambda: encoding.decode_bytes([9999])):
        try:
            wrong()
        except (ValueError, KeyError):
            pass
print(tokens)
