"""Items that are skipped when keys are sorted."""
import simplejson

CULPRIT = "encoder_dict_iteritems"
PACKAGE = "simplejson==3.18.3"

mapping = {1.5j: "a", (2,): "b", (3, 4): "c", "x": "y"}


def step():
    simplejson.dumps(mapping, skipkeys=True, sort_keys=True)
