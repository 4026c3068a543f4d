"""Serves repositories by git's own http-backend, with TLS."""

import http.server
import os
import ssl
import subprocess
import sys


class Backend(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        path, _, query = self.path.partition("?")
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        variables = {
            "GIT_PROJECT_ROOT": os.path.abspath("repositories"),
            "GIT_HTTP_EXPORT_ALL": "1",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "REQUEST_METHOD": self.command,
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
        }
        answer = subprocess.run(
            ["git", "http-backend"], input=body, capture_output=True, env={**os.environ, **variables}
        ).stdout
        head, _, content = answer.partition(b"\r\n\r\n")
        lines = [line.split(": ", 1) for line in head.decode().split("\r\n")]
        self.send_response(int(dict(lines).get("Status", "200")[:3]))
        for name, value in lines:
            if name != "Status":
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_POST = do_GET


server = http.server.ThreadingHTTPServer((sys.argv[1], 0), Backend)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("cert.pem", "key.pem")
server.socket = context.wrap_socket(server.socket, server_side=True)
with open("port.new", "w") as port:
    port.write(str(server.server_port))
os.rename("port.new", "port")
server.serve_forever()
