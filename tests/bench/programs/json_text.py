"""json_text - JSON in pure Python, and a little with json's C accelerator.

Prints a checksum. The one argument is the number of repetitions.
"""
import json
import json.decoder
import json.encoder
import json.scanner
import sys


class PurePythonDecoder(json.JSONDecoder):
    def __init__(self):
        super().__init__()
        self.parse_string = json.decoder.py_scanstring
        self.scan_once = json.scanner.py_make_scanner(self)


class PurePythonEncoder(json.JSONEncoder):
    def iterencode(self, value, _one_shot=False):
        # Not one shot: json takes its generators instead of the accelerator.
        return super().iterencode(value, False)


def document(seed):
    return {
        "name": "document %d" % seed,
        "seed": seed,
        "ratio": seed / 8,
        "flags": [True, False, None] * 3,
        "rows": [{"id": i, "label": "row \"%d\"\n" % (i * seed),
                  "values": [i, i * i, i / 4]} for i in range(20)],
        "nested": {"a": {"b": {"c": [[], {}, [[seed]]]}}},
    }


def main(repetitions):
    checksum = 0
    decoder = PurePythonDecoder()
    encoder = PurePythonEncoder(sort_keys=True)
    for repetition in range(repetitions):
        value = document(repetition)
        text = encoder.encode(value)
        for _ in range(4):
            fast = json.dumps(value, sort_keys=True)
            same = json.loads(fast)
        back = decoder.decode(text)
        if not value == same == back or text != fast:
            raise SystemExit("json_text: the round trip changed the value")
        for character in text[:400]:
            checksum = (checksum * 31 + ord(character)) % 1000003
    print("json", checksum)


main(int(sys.argv[1]))
