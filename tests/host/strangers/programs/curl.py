"""Requests by curl, which calls back, to a server in another thread."""
#: needs pycurl curl-cffi certifi
import http.server
import io
import threading

import pycurl
from curl_cffi import requests


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", "5")
        self.end_headers()
        self.wfile.write(b"bytes")

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
address = "http://127.0.0.1:%d/" % server.server_address[1]


def fails(data):
    raise ValueError("no")


for number in range(60):
    body, headers = io.BytesIO(), []
    curl = pycurl.Curl()
    curl.setopt(curl.URL, address)
    curl.setopt(curl.WRITEDATA, body)
    curl.setopt(curl.HEADERFUNCTION, headers.append)
    curl.setopt(curl.HTTPHEADER, ["X-A: b", "X-B: %d" % number])
    curl.perform()
    status = curl.getinfo(curl.RESPONSE_CODE)
    try:
        curl.setopt(curl.URL, 1.5)
    except TypeError:
        pass
    multi = pycurl.CurlMulti()
    multi.add_handle(curl)
    multi.remove_handle(curl)
    multi.close()
    curl.close()
with requests.Session() as session:
    for number in range(60):
        answer = session.get(address, params={"a": "b"}).content
        try:
            session.get("nothing://there")
        except requests.exceptions.RequestException as error:
            said = type(error).__name__
server.shutdown()
print(body.getvalue(), len(headers) > 2, status, answer, said)
