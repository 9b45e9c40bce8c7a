"""Requests through Flask's test client: routes, JSON, templates, a session."""
import sys

import flask

app = flask.Flask(__name__)
app.secret_key = "benchmark"
PAGE = ("<ul>{% for row in rows %}<li>{{ row.name }}: {{ row.count }}</li>"
        "{% endfor %}</ul>")


@app.route("/page/<int:count>")
def page(count):
    flask.session["seen"] = flask.session.get("seen", 0) + 1
    return flask.render_template_string(
        PAGE, rows=[{"name": "row%d" % i, "count": i} for i in range(count)])


@app.route("/echo", methods=["POST"])
def echo():
    return flask.jsonify(flask.request.get_json())


client = app.test_client()
total = 0
for number in range(int(sys.argv[1]) // 2):
    total += len(client.get("/page/%d" % (number % 20)).data)
    total += len(client.post("/echo", json={"number": number % 10,
                                            "list": [1, 2, 3]}).data)
print(total)
