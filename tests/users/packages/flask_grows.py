"""A Flask application that remembers every request."""
#: needs flask
#: finds some dict
#: held __main__.SEEN
import sys

import endings
from flask import Flask, request

app = Flask(__name__)
SEEN = []


@app.route("/ask")
def answer():
    SEEN.append({"number": request.args.get("number")})
    return "ok"


client = app.test_client()
for number in range(1000):
    assert client.get("/ask?number=%d" % number).status_code == 200
endings.end(sys.argv[1])
