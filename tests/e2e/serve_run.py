"""`semsite serve` as tests run it and speak with it."""

import contextlib
import http.client
import json
import signal
import socket
import subprocess
import time
import urllib.parse

from harness import PROGRAM, ProgramTest

SECONDS = 30


def query(*pairs):
    return urllib.parse.urlencode(pairs)


class Service:
    """One running `semsite serve`."""

    def __init__(self, folder, index, *arguments):
        port_file = folder / "port"
        port_file.unlink(missing_ok=True)
        self.process = subprocess.Popen(
            [str(PROGRAM), "serve", "--index", str(index), "--listen", "127.0.0.1:0",
             "--port-file", str(port_file), *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder)
        end = time.monotonic() + SECONDS
        while not port_file.exists():
            if self.process.poll() is not None or time.monotonic() > end:
                raise AssertionError(self.end())
            time.sleep(0.01)
        self.port = int(port_file.read_text())
        self.url = f"http://127.0.0.1:{self.port}"

    def end(self, number=signal.SIGTERM):
        """Exit code, standard output and standard error."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            out, errors = self.process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        return self.process.returncode, out, errors.decode()

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)

    def ask(self, target, method="GET", **fields):
        """Status, fields and content of an answer."""
        connection = self.connect()
        with contextlib.closing(connection):
            connection.request(method, target,
                               headers={name.replace("_", "-"): value
                                        for name, value in fields.items()})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()

    def page(self, target, status=200):
        got, fields, content = self.ask(target)
        assert got == status, (target, got, content[:500])
        assert fields["Content-Type"] == "text/html; charset=utf-8", fields
        return content.decode()

    def json(self, target, status=200):
        got, fields, content = self.ask(target)
        assert got == status, (target, got, content[:500])
        assert fields["Content-Type"] == "application/json", fields
        return json.loads(content)

    def raw(self, *pieces, pause=0.0):
        """All that comes back for bytes that may be no HTTP."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS) as client:
            with contextlib.suppress(OSError):
                for piece in pieces:
                    client.sendall(piece)
                    time.sleep(pause)
            return received(client)


def received(client):
    out = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := client.recv(65536):
            out += piece
    return out


class ServeTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.index = self.folder / "documents.index"

    def build(self, nquads, *arguments):
        dump = self.folder / "dump.nq"
        dump.write_text(nquads)
        result = self.run_program("index", dump, "--index", self.index, *arguments)
        self.assertEqual(result.code, 0, result)

    def serve(self, *arguments):
        service = Service(self.folder, self.index, *arguments)
        self.addCleanup(service.end)
        return service
