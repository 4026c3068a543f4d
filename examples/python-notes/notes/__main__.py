"""The server: python3 -m notes [PORT]. Without a port it takes a free one. Ends with TERM or INT."""

import json
import signal
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

from .store import Store

STORE = Store()


class Notes(BaseHTTPRequestHandler):
    def do_POST(self):
        text = self.rfile.read(int(self.headers["Content-Length"])).decode("utf-8")
        self.answer(201, {"number": STORE.add(text)})

    def do_GET(self):
        address = urlparse(self.path)
        if address.path == "/notes":
            word = parse_qs(address.query).get("word", [""])[0]
            self.answer(200, {"numbers": STORE.search(word)})
        else:
            self.answer(200, {"text": STORE.get(self.number(address))})

    def do_DELETE(self):
        STORE.delete(self.number(urlparse(self.path)))
        self.answer(200, {})

    def number(self, address):
        return int(address.path.rsplit("/", 1)[1])

    def answer(self, status, data):
        body = json.dumps(data).encode("utf-8")
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, form, *args):
        print(form % args, flush=True)


def main():
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    server = ThreadingHTTPServer(("127.0.0.1", port), Notes)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    signal.signal(signal.SIGINT, lambda *_: sys.exit(0))
    with open("notes.port", "w", encoding="utf-8") as file:
        file.write(str(server.server_port))
    print("listening on port %d" % server.server_port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
