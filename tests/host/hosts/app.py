"""A small WSGI application: what it keeps does not grow, and nothing leaks."""
import json


def application(environ, start_response):
    body = json.dumps({"path": environ["PATH_INFO"],
                       "words": environ["PATH_INFO"].split("/")}).encode()
    start_response("200 OK", [("Content-Type", "application/json"),
                              ("Content-Length", str(len(body)))])
    return [body]
