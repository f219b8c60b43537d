"""A real OpenLink Virtuoso on loopback, with a database of its own.

    with Virtuoso() as store:
        store.allow_anonymous_update()
        store.load_file("/…/dump.nt", "http://g.example/")   # the server's own bulk loader
        run("semsite", "load", "dump.nt", "--to", store.graph_store, "--user", store.login)
        store.count("http://g.example/")
        store.clear()

The package virtuoso-opensource-7-bin has the server and isql and starts nothing by itself.
A store is a process of ours on free ports, in a folder that goes with it; it is stopped by
its process id. Starting takes 2 to 10 seconds, so keep one for a whole test class and
`clear` it between tests.
"""

import contextlib
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

PACKAGE = "virtuoso-opensource-7-bin"
PROGRAM, ISQL = "virtuoso-t", "isql-vt"
HOW_TO_INSTALL = f"apt-get install --no-install-recommends {PACKAGE}"
START_SECONDS, STOP_SECONDS, QUERY_SECONDS = 90, 40, 300

SETTINGS = """[Database]
DatabaseFile = {folder}/virtuoso.db
ErrorLogFile = {folder}/virtuoso.log
LockFile = {folder}/virtuoso.lck
TransactionFile = {folder}/virtuoso.trx
xa_persistent_file = {folder}/virtuoso.pxa
ErrorLogLevel = 7
FileExtend = 200
MaxCheckpointRemap = 2000
Striping = 0
TempStorage = TempDatabase

[TempDatabase]
DatabaseFile = {folder}/virtuoso-temp.db
TransactionFile = {folder}/virtuoso-temp.trx
MaxCheckpointRemap = 2000
Striping = 0

[Parameters]
ServerPort = 127.0.0.1:{sql_port}
DisableUnixSocket = 1
DisableTcpSocket = 0
MaxClientConnections = 20
CheckpointInterval = {checkpoint_minutes}
O_DIRECT = 0
CaseMode = 2
MaxStaticCursorRows = 5000
AllowOSCalls = 0
SchedulerInterval = 10
DirsAllowed = {folder}, {shared}
ThreadCleanupInterval = 0
ThreadThreshold = 10
ResourcesCleanupInterval = 0
MaxMemPoolSize = 200000000
MaxQueryMem = 2G
VectorSize = 1000
MaxVectorSize = 1000000
AdjustVectorSize = 0
ThreadsPerQuery = 4
AsyncQueueMaxThreads = 10
IndexTreeMaps = 64
NumberOfBuffers = {buffers}
MaxDirtyBuffers = {dirty}

[HTTPServer]
ServerPort = 127.0.0.1:{http_port}
ServerRoot = {folder}/vsp
MaxClientConnections = 20
ServerThreads = 20
MaxKeepAlives = 20
KeepAliveTimeout = 10
EnabledDavVSP = 0
HTTPProxyEnabled = 0
TempASPXDir = 0
HTTPThreadSize = 280000
Charset = UTF-8
EnabledGzipContent = 1

[Client]
SQL_PREFETCH_ROWS = 100
SQL_PREFETCH_BYTES = 16000
SQL_QUERY_TIMEOUT = 0
SQL_TXN_TIMEOUT = 0

[SPARQL]
ResultSetMaxRows = {max_rows}
MaxQueryCostEstimationTime = {max_cost}
MaxQueryExecutionTime = {max_seconds}
"""


class StoreError(RuntimeError):
    """The store does not do what it was asked."""


def missing():
    """What is not there of what a store needs, with how to get it; empty if all is."""
    absent = [name for name in (PROGRAM, ISQL) if not shutil.which(name)]
    if not absent:
        return ""
    return f"{', '.join(absent)}: not found; install with: {HOW_TO_INSTALL}"


def free_ports(count):
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


class Virtuoso:
    """One server; `buffers` are pages of 8 KiB (Debian's setting is 10,000).

    `max_rows`, `max_cost` and `max_seconds` are the bounds that the [SPARQL] section of its
    settings has: rows of an answer, estimated and real seconds of a query. `shared` is a
    folder from which the bulk loader may read besides the store's own.
    """

    user, password = "dba", "dba"

    def __init__(self, folder=None, *, buffers=170_000, max_rows=10_000, max_cost=400,
                 max_seconds=60, checkpoint_minutes=60, shared=None):
        problem = missing()
        if problem:
            raise StoreError(problem)
        self._own_folder = None
        if folder is None:
            self._own_folder = tempfile.TemporaryDirectory(prefix="semsite-virtuoso-")
            folder = self._own_folder.name
        self.folder = pathlib.Path(folder)
        self.settings = {"buffers": buffers, "dirty": buffers * 3 // 4, "max_rows": max_rows,
                         "max_cost": max_cost, "max_seconds": max_seconds,
                         "checkpoint_minutes": checkpoint_minutes,
                         "shared": shared or self.folder}
        self.process = None
        self._own_graphs = None
        self.sql_port = self.http_port = 0

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_):
        self.close()

    # -- addresses -----------------------------------------------------------------

    @property
    def base(self):
        return f"http://127.0.0.1:{self.http_port}"

    @property
    def sparql(self):
        """Queries for everybody; updates where `allow_anonymous_update` was called."""
        return f"{self.base}/sparql"

    @property
    def sparql_auth(self):
        """Queries and updates, with digest authentication."""
        return f"{self.base}/sparql-auth"

    @property
    def graph_store(self):
        """Graph Store Protocol, with digest authentication: `?graph-uri=` or `?graph=`."""
        return f"{self.base}/sparql-graph-crud-auth"

    @property
    def login(self):
        return f"{self.user}:{self.password}"

    # -- its life ------------------------------------------------------------------

    def start(self):
        """Starts the server and waits until it answers; the folder keeps its database."""
        last = None
        for _ in range(3):  # somebody else may take a free port before it does
            self.sql_port, self.http_port = free_ports(2)
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / "vsp").mkdir(exist_ok=True)
            (self.folder / "virtuoso.ini").write_text(SETTINGS.format(
                folder=self.folder, sql_port=self.sql_port, http_port=self.http_port,
                **self.settings), "ascii")
            with (self.folder / "output").open("ab") as output:
                self.process = subprocess.Popen(
                    [PROGRAM, "+foreground", "+configfile", str(self.folder / "virtuoso.ini")],
                    cwd=self.folder, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                    start_new_session=True)
            last = self._wait_for_answer()
            if last is None:
                if self._own_graphs is None:  # what every new store has, and some get later
                    self._own_graphs = self._all_graphs() | {"http://localuriqaserver/sparql"}
                return
            self.kill()
        raise StoreError(f"Virtuoso did not start: {last}\n{self.log_tail()}")

    def _wait_for_answer(self):
        """None when SQL and HTTP answer, else what was wrong."""
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            if self.process.poll() is not None:
                return f"it ended with status {self.process.returncode}"
            try:
                self.ask("ASK { }", seconds=5)
                self.isql("select 1;", seconds=10)
                return None
            except (OSError, StoreError, subprocess.TimeoutExpired):
                time.sleep(0.1)
        return f"no answer within {START_SECONDS} s"

    def stop(self):
        """Ends the server as its operator would (a checkpoint is made), bounded in time."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self):
        """Ends the server at once, as a power cut would."""
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait(STOP_SECONDS)
        (self.folder / "virtuoso.lck").unlink(missing_ok=True)

    def restart(self):
        """Stops it and starts it again with the same database, on other ports."""
        self.stop()
        self.start()

    def close(self):
        self.kill()
        if self._own_folder:
            self._own_folder.cleanup()

    def log_tail(self, lines=30):
        with contextlib.suppress(OSError):
            text = (self.folder / "virtuoso.log").read_text("utf-8", "replace")
            return "\n".join(text.splitlines()[-lines:])
        return ""

    # -- SQL -----------------------------------------------------------------------

    def isql(self, commands, seconds=QUERY_SECONDS):
        """Runs SQL and gives isql's output; StoreError if a statement fails.

        Each statement ends with ';' and a line of its own.
        """
        done = subprocess.run(
            [ISQL, f"127.0.0.1:{self.sql_port}", self.user, self.password, "VERBOSE=OFF",
             "BANNER=OFF", "PROMPT=OFF", "ERRORS=STDOUT"],
            input=commands, capture_output=True, text=True, timeout=seconds, check=False,
            env={**os.environ, "LC_ALL": "C.UTF-8"})
        text = done.stdout + done.stderr
        if done.returncode != 0 or re.search(r"^\*\*\* Error", text, re.MULTILINE):
            raise StoreError(f"isql: {text.strip()[-2000:]}")
        return done.stdout

    def allow_anonymous_update(self):
        """Everybody may change graphs at `sparql`, without a login."""
        self.isql("""grant SPARQL_UPDATE to "SPARQL";
            DB.DBA.RDF_DEFAULT_USER_PERMS_SET('nobody', 7);""")

    def forbid_anonymous_update(self):
        self.isql("""revoke SPARQL_UPDATE from "SPARQL";
            DB.DBA.RDF_DEFAULT_USER_PERMS_SET('nobody', 1);""")

    def load_file(self, file, graph, seconds=QUERY_SECONDS):
        """The server's own bulk loader: a folder of its own is made for the one file."""
        if not graph:
            raise ValueError("Virtuoso has no nameless graph: say which one")
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder, prefix="bulk-"))
        try:
            source = pathlib.Path(file).resolve()
            try:
                os.link(source, folder / source.name)
            except OSError:
                shutil.copyfile(source, folder / source.name)
            self.isql(f"ld_dir('{folder}', '*', '{graph}');\nrdf_loader_run();\ncheckpoint;", seconds)
            wrong = self.isql("select ll_error from DB.DBA.load_list where ll_error is not null;")
            if wrong.strip():
                raise StoreError(f"the bulk loader: {wrong.strip()[:2000]}")
        finally:
            self.isql("delete from DB.DBA.load_list;")
            shutil.rmtree(folder)

    def clear(self):
        """Takes every triple of the user's away; what every new store has may go with it."""
        self.isql("log_enable(3, 1);\nRDF_GLOBAL_RESET();\ncheckpoint;")

    # -- SPARQL --------------------------------------------------------------------

    def ask(self, query, accept="application/sparql-results+json", seconds=QUERY_SECONDS):
        """The bytes of the answer to a query."""
        request = urllib.request.Request(
            self.sparql, urllib.parse.urlencode({"query": query}).encode(),
            {"Accept": accept, "Content-Type": "application/x-www-form-urlencoded"})
        try:
            with urllib.request.urlopen(request, timeout=seconds) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            raise StoreError(f"{error.code}: {error.read()[:2000]!r}") from error

    def count(self, graph, seconds=QUERY_SECONDS):
        """How many triples are in the graph."""
        text = self.isql(
            f"sparql select count(*) where {{ graph <{graph}> {{ ?s ?p ?o }} }};", seconds)
        return int(text.split()[-1])

    def graphs(self):
        """The names of the graphs with something in them, but for those of a new store."""
        return self._all_graphs() - self._own_graphs

    def _all_graphs(self):
        text = self.isql("sparql select distinct ?g where { graph ?g { ?s ?p ?o } };")
        return {line.strip() for line in text.splitlines() if line.strip()}
