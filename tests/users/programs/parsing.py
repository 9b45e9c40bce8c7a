"""Nothing leaks: documents are read and written again and again."""
import csv
import io
import json
import re
import sys
import xml.etree.ElementTree

import endings


def work(number):
    text = json.dumps({"number": number, "parts": list(range(number % 30))})
    document = json.loads(text)
    rows = io.StringIO()
    csv.writer(rows).writerow(document["parts"])
    tree = xml.etree.ElementTree.fromstring(
        "<all>%s</all>" % "".join("<one n='%d'/>" % part
                                  for part in document["parts"]))
    names = re.findall(r"\d+", rows.getvalue())
    return len(tree) + len(names)


for number in range(400):
    work(number)
endings.end(sys.argv[1])
