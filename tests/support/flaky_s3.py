"""Stands before a real S3 store and spoils requests and answers as it is told.

    with FlakyS3(store.port) as flaky:
        flaky.fault = lambda method, path: "500"
        run("semsite", ..., env=store.environment | flaky.environment)
        flaky.done      # kind of fault -> how often

The kinds: "500" (the store hears nothing), "500 after" (the store has done it), "broken body" (a byte of
what is sent is another: the store refuses its hash), "wrong tag" (of a piece that was put), "wrong data"
(a byte of what is got is another), "cut" (the connection ends before the answer). Requests are signed for
the proxy's own address, which the store takes from the Host header.
"""

import collections
import http.client
import http.server
import socketserver
import threading

SECONDS = 60
HOP = {"connection", "keep-alive", "transfer-encoding", "content-length"}


class FlakyS3:
    def __init__(self, to):
        self.to = to
        self.fault = lambda method, path: None
        self.done = collections.Counter()
        self.lock = threading.Lock()

    def __enter__(self):
        flaky = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def hand_on(self):
                flaky.hand_on(self)

            do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = hand_on

            def log_message(self, *_):
                pass

        class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
            daemon_threads = True
            request_queue_size = 128

            def handle_error(self, *_):
                pass  # the client has gone

        self.server = Server(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.thread.join(10)
        self.server.server_close()

    @property
    def environment(self):
        return {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.port}"}

    def hand_on(self, handler):
        body = handler.rfile.read(int(handler.headers.get("content-length") or 0))
        kind = self.fault(handler.command, handler.path)
        if kind == "broken body" and not body:
            kind = None
        if kind == "500":
            return self.note(kind) or self.error(handler)
        if kind == "broken body":
            body = spoilt(body)
        store = http.client.HTTPConnection("127.0.0.1", self.to, timeout=SECONDS)
        try:
            store.putrequest(handler.command, handler.path, skip_host=True, skip_accept_encoding=True)
            for name, value in handler.headers.items():
                if name.lower() not in HOP and name.lower() != "expect":
                    store.putheader(name, value)
            store.putheader("Content-Length", str(len(body)))
            store.endheaders(body)
            answer = store.getresponse()
            data = answer.read()
            fields = [(name, value) for name, value in answer.getheaders() if name.lower() not in HOP]
            length = answer.getheader("Content-Length", "0") if handler.command == "HEAD" else str(len(data))
        except (OSError, http.client.HTTPException):
            handler.close_connection = True
            return None
        finally:
            store.close()
        if kind == "500 after":
            return self.note(kind) or self.error(handler)
        if kind == "cut":
            self.note(kind)
            handler.close_connection = True
            return None
        if kind == "wrong tag" and "partNumber" in handler.path and answer.status == 200:
            self.note(kind)
            fields = [(name, f'"{"0" * 32}"' if name.lower() == "etag" else value) for name, value in fields]
        if kind == "wrong data" and data and answer.status == 200:
            self.note(kind)
            data = spoilt(data)
        if kind == "broken body":
            self.note(f"{kind}: {answer.status}")
        handler.send_response_only(answer.status)
        for name, value in fields:
            handler.send_header(name, value)
        if answer.status != 204:
            handler.send_header("Content-Length", length)
        handler.end_headers()
        if handler.command != "HEAD":
            handler.wfile.write(data)
        return None

    def note(self, kind):
        with self.lock:
            self.done[kind] += 1

    @staticmethod
    def error(handler):
        text = b"<?xml version='1.0'?><Error><Code>InternalError</Code><Message>as told</Message></Error>"
        handler.send_response_only(500)
        handler.send_header("Content-Length", str(len(text)))
        handler.end_headers()
        if handler.command != "HEAD":
            handler.wfile.write(text)


def spoilt(data):
    """The same, but for a byte in the middle."""
    at = len(data) // 2
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1:]
