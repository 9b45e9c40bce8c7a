"""What end_array() puts in place of an array in an object."""
import rapidjson

# Source: https://github.com/python-rapidjson/python-rapidjson/issues/160 (commit cae82ef), mended in 1.6
CULPRIT = "EndArray PyHandler::EndArray"
PACKAGE = "python-rapidjson==1.5"
PYTHON = "3.11"


class Decoder(rapidjson.Decoder):
    def end_array(self, sequence):
        return tuple(sequence)


decoder = Decoder()


def step():
    decoder('{"name": ["one", "two"]}')
