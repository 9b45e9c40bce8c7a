"""What was read so far of JSON that turns out to be invalid."""
import rapidjson

# Source: https://github.com/python-rapidjson/python-rapidjson/commit/d15ffc7 (changelog 0.9.4), mended in 0.9.4
CULPRIT = "~PyHandler PyHandler::~PyHandler"
PACKAGE = "python-rapidjson==0.9.3"
PYTHON = "3.9"


def step():
    try:
        rapidjson.loads('["some text", ["more text"')
    except rapidjson.JSONDecodeError:
        pass
    else:
        raise AssertionError
