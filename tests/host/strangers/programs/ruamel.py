"""Documents there and back with their comments, and one that is none."""
#: needs ruamel.yaml ruamel.yaml.clib
import io

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

for kind in ("rt", "safe"):
    yaml = YAML(typ=kind)
    for number in range(50):
        data = yaml.load("a: [1, 2, {b: c}] # why\nx: 2020-01-01\n")
        text = io.StringIO()
        yaml.dump(data, text)
        try:
            yaml.load("a: [")
        except YAMLError:
            pass
    print(text.getvalue())
