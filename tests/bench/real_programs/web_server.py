"""A threading server, asked by four clients in a process of their own, which is
not recorded and whose time does not count."""
import os
import subprocess
import sys
import threading

import flask
from werkzeug.serving import WSGIRequestHandler, make_server

CLIENT = """
import http.client, sys, threading
port, requests = int(sys.argv[1]), int(sys.argv[2])
def ask():
    for number in range(requests // 4):
        connection = http.client.HTTPConnection("127.0.0.1", port)
        connection.request("GET", "/items/%d" % (number % 50))
        assert connection.getresponse().read()
        connection.close()
threads = [threading.Thread(target=ask) for i in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


class Quiet(WSGIRequestHandler):
    def log_request(self, *arguments):
        pass


app = flask.Flask(__name__)
served = 0


@app.route("/items/<int:count>")
def items(count):
    global served
    served += 1
    return flask.jsonify([{"id": i, "name": "item %d" % i}
                          for i in range(count + 1)])


server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
thread = threading.Thread(target=server.serve_forever)
thread.start()
env = {name: value for name, value in os.environ.items()
       if not name.startswith(("LD_", "REFTALLY_"))}
# Nobody waits for the client itself: its time would be counted as ours.
waiting, done = os.pipe()
launcher = subprocess.Popen(
    ["/bin/sh", "-c", '"$@" & exec 3>&-', "sh", sys.executable, "-c", CLIENT,
     str(server.server_port), sys.argv[1]], env=env, pass_fds=[done])
launcher.wait()
os.close(done)
os.read(waiting, 1)
server.shutdown()
thread.join()
print(served)
