"""The length of each match of a string is kept when the match dies."""
# Source: https://github.com/VirusTotal/yara-python/pull/243 (issue 242), mended in 4.4.0
# Built, 3.11.7
import yara

CULPRIT = "StringMatchInstance_dealloc"
PACKAGE = "yara-python==4.3.1"
PYTHON = "3.11"

rules = yara.compile(source="rule long { strings: $a = /a{300}/ condition: $a }")
TEXT = "b" * 10 + "a" * 300


def step():
    for match in rules.match(data=TEXT):
        for string in match.strings:
            string.instances
