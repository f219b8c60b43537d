"""A PostgreSQL of its own for tests, on loopback, without waiting for the disk.

    if postgresql.missing(): skip
    with PostgreSql() as database:
        run("semsite", "queue", "init", database.url)
        database.ask("SELECT count(*) FROM semsite.item")
        database.stop(); database.start()

It runs as another user where the tests run as root, who may not. Debian: postgresql.
"""

import contextlib
import os
import pathlib
import pwd
import shutil
import signal
import socket
import socketserver
import subprocess
import tempfile
import threading
import time

SECONDS = 30


def programs():
    """The folder of the newest version that is installed; None: there is none."""
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/postgres"),
                   key=lambda path: int(path.parts[-3].partition(".")[0]))
    return found[-1].parent if found else None


def missing():
    return "" if programs() else "postgresql"


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def other_user():
    """Arguments for subprocess that make a process one of a user who is not root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            user = pwd.getpwnam(name)
            return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    raise RuntimeError("no user to run PostgreSQL as")


class PostgreSql:
    def __init__(self, password=None, port=None):
        self.password, self.port = password, port or free_port()
        self.server = None
        self.url = f"postgresql://keeper@127.0.0.1:{self.port}/semsite"

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            self.folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pg")))
            self.who = other_user()
            if self.who:
                os.chown(self.folder, self.who["user"], self.who["group"])
            secret = self.folder / "password"
            secret.write_text(f"{self.password or 'none'}\n", "ascii")
            secret.chmod(0o644)
            self._run("initdb", "--pgdata", str(self.folder / "data"), "--no-sync", "--username", "keeper",
                      "--auth", "scram-sha-256" if self.password else "trust", "--pwfile", str(secret),
                      "--encoding", "UTF8", "--locale", "C")
            stack.callback(self.stop)
            self.start()
            self.ask("CREATE DATABASE semsite", "postgres")
            self.closing = stack.pop_all()
        return self

    def __exit__(self, *_):
        self.closing.close()

    @property
    def environment(self):
        """For a client that may know the password."""
        if not self.password:
            return {}
        path = self.folder / "pgpass"
        if not path.exists():
            path.write_text(f"127.0.0.1:*:*:keeper:{self.password}\n", "ascii")
            path.chmod(0o600)
        return {"PGPASSFILE": str(path)}

    def _run(self, program, *words, seconds=SECONDS):
        done = subprocess.run([programs() / program, *words], capture_output=True, timeout=seconds, check=False,
                              cwd=self.folder, **self.who)
        if done.returncode != 0:
            raise RuntimeError(f"{program}: {done.stderr.decode(errors='replace')[-2000:]}")
        return done.stdout.decode()

    def start(self):
        with open(self.folder / "log", "ab") as log:
            self.server = subprocess.Popen(
                [programs() / "postgres", "-D", self.folder / "data", "-p", str(self.port), "-h", "127.0.0.1",
                 "-k", self.folder, "-c", "fsync=off", "-c", "full_page_writes=off", "-c", "max_connections=200",
                 "-c", "shared_buffers=32MB"],
                stdout=log, stderr=log, cwd=self.folder, **self.who)
        end = time.monotonic() + SECONDS
        while subprocess.run([programs() / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)],
                             check=False, timeout=SECONDS).returncode != 0:
            if self.server.poll() is not None or time.monotonic() > end:
                raise RuntimeError((self.folder / "log").read_text("utf-8", "replace")[-2000:])
            time.sleep(0.05)

    def stop(self, how=signal.SIGINT):
        """SIGINT: at once, in order; SIGQUIT: as by a crash."""
        if self.server is not None:
            self.server.send_signal(how)
            self.server.wait(SECONDS)
            self.server = None

    def ask(self, statement, database="semsite", user="keeper"):
        """The rows, each a list of texts."""
        done = subprocess.run(
            [programs() / "psql", "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-F", "\t", "-h", "127.0.0.1", "-p",
             str(self.port), "-U", user, "-d", database, "-c", statement],
            capture_output=True, timeout=SECONDS, check=False, env=os.environ | self.environment)
        if done.returncode != 0:
            raise RuntimeError(done.stderr.decode(errors="replace"))
        return [line.split("\t") for line in done.stdout.decode().splitlines()]


    @contextlib.contextmanager
    def session(self):
        """A function that runs statements one after another in one session, and gives what comes."""
        with subprocess.Popen(
                [programs() / "psql", "-X", "-A", "-t", "-q", "-h", "127.0.0.1", "-p", str(self.port), "-U", "keeper",
                 "-d", "semsite"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as client:
            def run(statements):
                client.stdin.write(f"{statements};\n\\echo done\n")
                client.stdin.flush()
                out = []
                while (line := client.stdout.readline()) not in ("done\n", ""):
                    out.append(line.rstrip("\n"))
                return out
            yield run
            client.stdin.close()


class Relay:
    """Hands bytes on to a port on loopback, until it is cut.

    `cut_after(first, then)`: when a client has sent the one text and later the other, its connection
    is closed once the server has answered that, before the answer comes to the client; so once.
    """

    def __init__(self, to):
        self.to = to
        self.is_open = threading.Event()
        self.is_open.set()
        self.cut = None
        self.done = 0
        self.lock = threading.Lock()
        relay = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self):
                relay.hand_on(self.request)

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True
            allow_reuse_address = True

            def handle_error(self, *_):
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]

    def __enter__(self):
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_open.set()
        self.server.shutdown()
        self.thread.join(10)
        self.server.server_close()

    def cut_after(self, first, then):
        self.cut = (first.encode(), then.encode())

    def hand_on(self, client):
        self.is_open.wait()
        with socket.create_connection(("127.0.0.1", self.to), timeout=SECONDS) as server, \
                contextlib.suppress(OSError):
            server.settimeout(None)
            armed, has_first = threading.Event(), False

            def back():
                with contextlib.suppress(OSError):
                    while data := server.recv(65536):
                        self.is_open.wait()
                        if armed.is_set():
                            with self.lock:
                                self.done += 1
                            break
                        client.sendall(data)
                for end in (client, server):
                    with contextlib.suppress(OSError):
                        end.shutdown(socket.SHUT_RDWR)

            thread = threading.Thread(target=back, daemon=True)
            thread.start()
            while data := client.recv(65536):
                self.is_open.wait()
                with self.lock:
                    if self.cut and has_first and self.cut[1] in data:
                        self.cut = None
                        armed.set()
                    has_first = has_first or bool(self.cut and self.cut[0] in data)
                server.sendall(data)
            with contextlib.suppress(OSError):
                server.shutdown(socket.SHUT_RDWR)
            thread.join(SECONDS)


if __name__ == "__main__":
    # For tests that are not in Python: the URL on a line, until the input ends. Nothing: there is none.
    import sys
    if not missing():
        with PostgreSql() as running:
            print(running.url, flush=True)
            sys.stdin.read()
