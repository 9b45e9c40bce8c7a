"""Nothing leaks: a web server that answers itself."""
import http.server
import sys
import threading
import urllib.request

import endings


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = self.path.encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def ask(times):
    for number in range(times):
        address = "http://127.0.0.1:%d/%d" % (server.server_port, number)
        urllib.request.urlopen(address).read()


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
ask(40)
endings.end(sys.argv[1])
