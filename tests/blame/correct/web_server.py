"""A web server with threads, and clients that ask it for this and that."""
import http.client
import http.server
import json
import threading


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path.startswith("/missing"):
            self.send_error(404)
            return
        body = json.dumps({"path": self.path, "headers": dict(
            self.headers.items())}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        size = int(self.headers["Content-Length"])
        words = self.rfile.read(size).decode().split()
        body = json.dumps(sorted(set(words))).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def ask(port, count, failures):
    for number in range(count):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", "/page/%d" % number)
        answer = json.loads(connection.getresponse().read())
        connection.request("GET", "/missing/%d" % number)
        missing = connection.getresponse()
        missing.read()
        connection.close()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("POST", "/words", "some words and some more")
        words = json.loads(connection.getresponse().read())
        connection.close()
        if answer["path"] != "/page/%d" % number or missing.status != 404 \
                or words != ["and", "more", "some", "words"]:
            failures.append(number)


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    serving = threading.Thread(target=server.serve_forever)
    serving.start()
    failures = []
    clients = [threading.Thread(target=ask, args=(
        server.server_address[1], 60, failures)) for _ in range(3)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    server.shutdown()
    serving.join()
    server.server_close()
    assert not failures, failures


main()
