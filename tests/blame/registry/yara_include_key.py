"""The bytes into which a name of an external variable is encoded."""
# Source: https://github.com/VirusTotal/yara-python/pull/94 (39c475a), mended in 3.9.0 (checked with 3.10.0)
# Built, 3.9.18
import yara

CULPRIT = "yara_compile process_compile_externals Rules_match process_match_externals"
PACKAGE = "yara-python==3.8.1"
PYTHON = "3.9"

rules = yara.compile(source="rule one { condition: size > 1 }", externals={"size": 3})


def step():
    rules.match(data="abc", externals={"size": 2})
