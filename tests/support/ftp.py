"""An FTP server on loopback for end-to-end tests (RFC 959, RFC 2428, RFC 3659): reads only, anonymous or by login.

    with FtpServer() as server:
        server.files["/dump.nt"] = File(b"...", modified=1_700_000_000)
        run(*server.connect_to_args("ftp.example.com"), "ftp://ftp.example.com/dump.nt")
        server.log  # [("RETR", "/dump.nt"), ...]
"""

import dataclasses
import socket
import socketserver
import threading
import time

__all__ = ["File", "FtpServer"]


@dataclasses.dataclass
class File:
    """`breaks_after`: bytes after which each transfer of it is cut, in turn; none left: it comes whole.

    `data_reply`: what RETR is answered instead of a transfer. `sized`: does SIZE tell? `ignores_rest`: REST is taken, and every transfer begins at the first byte all the same. `refuses_rest`: it is not known.
    """

    data: bytes = b""
    modified: int = 1_700_000_000
    breaks_after: list = dataclasses.field(default_factory=list)
    data_reply: str = ""
    sized: bool = True
    ignores_rest: bool = False
    refuses_rest: bool = False
    size: int | None = None  #: what SIZE says; None: the truth
    silent_for: float = 0  #: seconds between the last byte and the word that it was the last


class _Session(socketserver.StreamRequestHandler):
    timeout = 30

    def reply(self, text):
        self.wfile.write(f"{text}\r\n".encode())

    def handle(self):
        server, self.rest, self.listener, self.user = self.server.ftp, 0, None, ""
        self.reply(server.greeting)
        if not server.greeting.startswith("220"):
            return
        try:
            while line := self.rfile.readline():
                word, _, argument = line.decode("utf-8", "replace").rstrip("\r\n").partition(" ")
                server.log.append((word.upper(), argument if word.upper() != "PASS" else "…"))
                if word.upper() == "QUIT":
                    return self.reply("221 Bye")
                action = getattr(self, f"do_{word.lower()}", None)
                if action is None:
                    self.reply("502 Not implemented")
                else:
                    action(argument)
        except OSError:
            pass
        finally:
            if self.listener:
                self.listener.close()

    def do_user(self, name):
        self.user = name
        self.reply("331 Password, please")

    def do_pass(self, word):
        logins = self.server.ftp.logins
        is_known = logins.get(self.user) == word if logins else self.user == "anonymous"
        self.reply("230 Welcome" if is_known else "530 Not logged in")

    def do_pwd(self, _):
        self.reply('257 "/"')

    def do_type(self, _):
        self.reply("200 Type set")

    def do_noop(self, _):
        self.reply("200 Yes")

    def listen(self):
        if self.listener:
            self.listener.close()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(20)
        return self.listener.getsockname()[1]

    def do_epsv(self, _):
        if not self.server.ftp.extended:
            return self.reply("502 Not implemented")
        self.reply(f"229 Entering extended passive mode (|||{self.listen()}|)")

    def do_pasv(self, _):
        port = self.listen()
        address = self.server.ftp.passive_address.replace(".", ",")
        self.reply(f"227 Entering passive mode ({address},{port // 256},{port % 256})")

    def file(self, path):
        path = path if path.startswith("/") else f"/{path}"
        found = self.server.ftp.files.get(path)
        if found is None:
            self.reply("550 No such file")
        return found

    def do_size(self, path):
        if (found := self.file(path)) is not None:
            said = len(found.data) if found.size is None else found.size
            self.reply(f"213 {said}" if found.sized else "502 Not implemented")

    def do_mdtm(self, path):
        if (found := self.file(path)) is not None:
            self.reply(time.strftime("213 %Y%m%d%H%M%S", time.gmtime(found.modified)))

    def do_rest(self, offset):
        if any(file.refuses_rest for file in self.server.ftp.files.values()):
            return self.reply("502 Not implemented")
        self.rest = int(offset)
        self.reply("350 Go on")

    def do_retr(self, path):
        offset, self.rest = self.rest, 0
        if (found := self.file(path)) is None:
            return
        if found.ignores_rest:
            offset = 0
        if found.data_reply:
            return self.reply(found.data_reply)
        self.reply("150 Here it comes")
        data, _ = self.listener.accept()
        end = found.breaks_after.pop(0) if found.breaks_after else len(found.data)
        with data:
            data.sendall(found.data[offset:end])
        self.server.ftp.stopped.wait(found.silent_for)
        whole = end >= len(found.data)
        self.reply("226 Done" if whole else "426 Connection closed")


class FtpServer:
    def __init__(self):
        #: Path to File.
        self.files = {}
        #: Name to password; empty: anonymous alone may come.
        self.logins = {}
        self.greeting = "220 Ready"
        #: Does it know EPSV?
        self.extended = True
        #: The address that it names for data connections.
        self.passive_address = "127.0.0.1"
        self.log = []
        self.stopped = threading.Event()
        socketserver.ThreadingTCPServer.allow_reuse_address = True
        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Session)
        self._server.daemon_threads = True
        self._server.ftp = self
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self.stopped.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def connect_to_args(self, host):
        return ["--connect-to", f"{host}:21:127.0.0.1:{self.port}"]

    def got(self, command):
        """What it was given of a command, in order."""
        return [argument for word, argument in self.log if word == command]
