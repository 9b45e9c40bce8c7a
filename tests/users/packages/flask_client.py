"""Nothing leaks: a Flask application that is asked by its own test client."""
#: needs flask
import sys

import endings
from flask import Flask, jsonify, render_template_string, request, session

app = Flask(__name__)
app.secret_key = "for the test"


@app.route("/page/<int:number>")
def page(number):
    session["seen"] = number
    return render_template_string("<p>{{ number }}</p>", number=number)


@app.route("/form", methods=["POST"])
def form():
    return jsonify(length=len(request.form["text"]))


client = app.test_client()
for number in range(400):
    assert client.get("/page/%d" % number).status_code == 200
    assert client.post("/form", data={"text": "x" * number}).json
endings.end(sys.argv[1])
