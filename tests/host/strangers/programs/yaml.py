"""Documents there and back by the C parser, and one that is none."""
#: needs pyyaml
import yaml

for number in range(200):
    data = yaml.load("a: [1,2,{b: c}]\nx: 2020-01-01\n",
                     Loader=yaml.CSafeLoader)
    yaml.dump(data, Dumper=yaml.CSafeDumper)
    try:
        yaml.load("a: [", Loader=yaml.CSafeLoader)
    except yaml.YAMLError:
        pass
print(data)
