"""The options with which all documents are decoded."""
import bson

# Source: https://jira.mongodb.org/browse/PYTHON-3222 (commit 812984630), mended in 4.1.1
CULPRIT = "default_codec_options _cbson_decode_all"
PACKAGE = "pymongo==4.1.0"
PYTHON = "3.11"

DATA = bson.encode({"name": 1})


def step():
    bson.decode_all(DATA)
