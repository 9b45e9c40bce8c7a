"""Lines are traced by its C tracer while modules are imported."""
#: needs coverage
import coverage

measured = coverage.Coverage(data_file=None)
measured.start()
import json.tool
import textwrap

for number in range(300):
    text = textwrap.dedent("  a\n  b")
measured.stop()
print(text, json.tool.__name__)
