"""An invalid document: the messages of its error are kept."""
import bson

# Source: https://jira.mongodb.org/browse/PYTHON-5571 (commit 3be3776d2), mended in 4.15.3
CULPRIT = "handle_invalid_doc_error"
PACKAGE = "pymongo==4.15.2 dnspython==2.7.0"
PYTHON = "3.11"

VALUE = object()


def step():
    try:
        bson.encode({"name": VALUE})
    except bson.errors.InvalidDocument:
        pass
    else:
        raise AssertionError
