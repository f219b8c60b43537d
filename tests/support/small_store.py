"""A SPARQL store of a few lines that does what it is told to do wrong.

    with SmallStore() as store:
        store.fault = lambda request: Fault("break after") if request.is_write else None
        run("semsite", "load", "data.nq", "--to", store.base)
        store.dataset()     # the quads as tests/support/quads.py has them
        store.requests      # what was asked for

    /store    Graph Store Protocol with ?graph=IRI or ?default; POST of N-Quads without
    /update   INSERT DATA of one graph, with or without DROP SILENT before it; DELETE DATA of
              one each, without blank nodes; DROP SILENT GRAPH, several with ';' between them
    /query    SELECT (COUNT(*) AS ?n) of a graph, also of its triples with blank nodes, as CSV

    /query    ASK { BIND(term AS ?t) }, as JSON

Each body is taken whole or not at all, and its blank nodes get names of their own. What is not in
`rdf12` ("triple terms", "directions") is an error in queries and bodies.
"""

import base64
import dataclasses
import hashlib
import http.server
import re
import socketserver
import threading
import time
import urllib.parse

import quads

INSERT = re.compile(r"\s*(?:DROP SILENT (DEFAULT|GRAPH <([^>]*)>) ;\s*)?"
                    r"INSERT DATA \{(?: GRAPH <([^>]*)> \{)?(.*?)\}?\s*\}\s*", re.DOTALL)
DELETE = re.compile(r"\s*DELETE DATA \{(.*)\}\s*", re.DOTALL)
DROPS = re.compile(r"DROP SILENT GRAPH <[^>]*>\s*(?:;\s*DROP SILENT GRAPH <[^>]*>\s*)*")
ASK = re.compile(r"ASK \{ BIND\((.*) AS \?t\) \}")
COUNT = re.compile(r"SELECT \(COUNT\(\*\) AS \?n\) WHERE \{(?: GRAPH (?:<([^>]*)>|\?g) \{)?")


@dataclasses.dataclass(frozen=True)
class Request:
    method: str
    path: str  #: with its query
    headers: dict
    body: bytes
    status: int = 0  #: of the answer; 0: none was given

    @property
    def is_write(self):
        """Does it bring statements?"""
        return self.path.startswith(("/store", "/update")) and bool(self.body) and \
            not self.body.startswith((b"query=", b"INSERT DATA { }"))

    @property
    def is_count(self):
        return self.body.startswith(b"query=SELECT%20%28COUNT")


@dataclasses.dataclass(frozen=True)
class Fault:
    """What to do instead of what was asked for.

    kind: "answer" (with `status`, and nothing else happens), "answer after" (it was done
    though), "break" or "break after" (the connection closes without an answer), "stall" or
    "stall after" (no answer until the client goes), "half" (of the statements only every
    second one is taken, then `status`).
    """

    kind: str
    status: int = 500
    headers: dict = dataclasses.field(default_factory=dict)
    text: str = "no\n"
    type: str = "text/plain"


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        store = self.server.store
        request = Request(self.command, self.path, dict(self.headers.items()), body)
        if self._lacks_login(store):
            return
        store.begins(request)
        try:
            self._do(store, request)
        finally:
            store.ends(request)

    def _do(self, store, request):
        fault = store.find_fault(request)
        if fault is None:
            self._give(request, *store.answer(request))
            return
        if fault.kind.endswith("after"):
            store.answer(request)
        if fault.kind == "half":
            store.answer(request, every=2)
        if fault.kind.startswith(("answer", "half")):
            self._give(request, fault.status, fault.text, fault.type, fault.headers)
            return
        store.note(request)
        if fault.kind.startswith("stall"):
            self._wait_for_client_to_go(store)
        self.close_connection = True

    do_HEAD = do_POST = do_PUT = do_DELETE = do_GET

    def _lacks_login(self, store):
        given = self.headers.get("Authorization", "")
        if store.login is None or store.login(self.command, self.path, given):
            return False
        self._give(Request(self.command, self.path, dict(self.headers.items()), b""), 401, "",
                   "text/html", {"WWW-Authenticate": store.challenge(given)})
        return True

    def _give(self, request, status, text="", media_type="text/plain", headers=None):
        data = text.encode()
        self.server.store.ends(request)
        self.server.store.note(dataclasses.replace(request, status=status))
        self.send_response(status)
        for name, value in {"Content-Type": media_type, "Content-Length": str(len(data)),
                            **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _wait_for_client_to_go(self, store):
        self.connection.settimeout(0.1)
        while not store.stopping.is_set():
            try:
                if not self.connection.recv(1024):
                    return
            except TimeoutError:
                continue
            except OSError:
                return

    def log_message(self, *_):
        pass


class _Server(socketserver.ThreadingMixIn, socketserver.TCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, *_):
        pass  # clients that go away are part of the tests


class SmallStore:
    def __init__(self):
        self.quads = set()
        self.requests = []
        self.fault = None  #: a function(Request) that gives a Fault or None
        self.login = None  #: a function(method, path, Authorization) that says if it is right
        self.challenge = str  #: gives WWW-Authenticate for an Authorization that is not right
        self.nquads = True  #: are N-Quads taken for the whole dataset?
        self.rdf12 = set()  #: what it has of RDF 1.2
        self.bodies = 0
        self.count_seconds = 0  #: how long a count takes
        self.most_writes = 0  #: bodies that were under way at once
        self.met = []  #: counts and writes that were under way at once, in pairs
        self._under_way = []
        self._lock = threading.Lock()
        self._way_lock = threading.Lock()
        self.stopping = threading.Event()

    def __enter__(self):
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.store = self
        self._thread = threading.Thread(target=self._server.serve_forever,
                                        kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_):
        self.stopping.set()
        self._server.shutdown()
        self._thread.join(10)
        self._server.server_close()

    @property
    def base(self):
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def ask_for_basic(self, user, password):
        token = "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()
        self.challenge = lambda _: 'Basic realm="store"'
        self.login = lambda _, __, given: given == token

    def ask_for_bearer(self, token):
        self.challenge = lambda _: 'Bearer realm="store"'
        self.login = lambda _, __, given: given == f"Bearer {token}"

    def ask_for_digest(self, user, password, uses=1_000_000, says_stale=True):
        """RFC 7616 with MD5 and qop=auth, as Virtuoso wants it.

        Each challenge has another nonce, which serves so many requests; their counts are
        1, 2, 3 and so on. What comes later is told that the nonce is stale (§3.3), unless
        `says_stale` is False; if it is "always", a wrong password is told so, too.
        """
        self.nonces = {}  # how often each was used
        lock = threading.Lock()

        def challenge(given):
            with lock:
                is_stale = says_stale == "always" or says_stale and any(
                    count > uses and f'nonce="{nonce}"' in given
                    for nonce, count in self.nonces.items())
                nonce = f"5ebe{len(self.nonces)}"
                self.nonces[nonce] = 0
            stale = ", stale=true" if is_stale else ""
            return (f'Digest realm="store", nonce="{nonce}", opaque="ecd0", qop="auth", '
                    f'algorithm="MD5"{stale}')

        def md5(text):
            return hashlib.md5(text.encode()).hexdigest()

        def is_right(method, path, given):
            fields = dict(re.findall(r'(\w+)="?([^",]*)"?', given))
            nonce = fields.get("nonce")
            if not given.startswith("Digest ") or fields.get("uri") != path \
                    or nonce not in self.nonces:
                return False
            wanted = md5(":".join((md5(f"{user}:store:{password}"), nonce, fields.get("nc", ""),
                                   fields.get("cnonce", ""), "auth", md5(f"{method}:{path}"))))
            if fields.get("username") != user or fields.get("response") != wanted:
                return False
            with lock:
                self.nonces[nonce] += 1
                return int(fields["nc"], 16) == self.nonces[nonce] <= uses

        self.challenge, self.login = challenge, is_right

    def begins(self, request):
        """A request has come."""
        with self._way_lock:
            self.met += [(request, other) for other in self._under_way
                         if other.is_write and request.is_count
                         or other.is_count and request.is_write]
            self._under_way.append(request)
            self.most_writes = max(self.most_writes,
                                   sum(other.is_write for other in self._under_way))

    def ends(self, request):
        """It gets its answer now, or none."""
        with self._way_lock:
            self._under_way = [other for other in self._under_way if other is not request]

    def note(self, request):
        with self._lock:
            self.requests.append(request)

    @property
    def writes(self):
        with self._lock:
            return [request for request in self.requests if request.is_write]

    def find_fault(self, request):
        with self._lock:
            return self.fault(request) if self.fault else None

    def dataset(self):
        with self._lock:
            return frozenset(self.quads)

    def answer(self, request, every=1):
        """Status and text of what is done; of the statements only every so many."""
        place, _, query = request.path.partition("?")
        fields = urllib.parse.parse_qs(query, keep_blank_values=True)
        with self._lock:
            try:
                if place == "/store":
                    return self._graph_store(request, fields, every)
                if place == "/update" and request.method == "POST":
                    return self._update(request.body.decode(), every)
                if place == "/query" and request.method == "POST":
                    return self._count(request.body.decode())
            except quads.BadQuad as error:
                return 400, f"{error}\n"
        return 404, "no such path\n"

    def _add(self, text, graph, every):
        self.bodies += 1
        new = set()
        for number, line in enumerate(text.split("\n")):
            quad = self._read_line(line)
            if quad is None or number % every:
                continue
            terms = quad if graph is None else (*quad[:3], ("iri", graph) if graph else None)
            new.add(tuple(self._renamed(term) for term in terms))
        self.quads |= new

    def _delete(self, text, every):
        graph, gone = None, set()
        for number, line in enumerate(text.split("\n")):
            if match := re.fullmatch(r"GRAPH <([^>]*)> \{", line):
                graph = ("iri", match.group(1))
            elif line in ("}", ";", "DELETE DATA {"):
                graph = None
            elif (quad := self._read_line(line)) and not number % every:
                if any(term and term[0] == "blank" for term in quad):
                    raise quads.BadQuad("a blank node in DELETE DATA")
                gone.add((*quad[:3], graph))
        self.quads -= gone

    def _renamed(self, term):
        if term and term[0] == "triple":
            return ("triple", *(self._renamed(part) for part in term[1:]))
        return ("blank", f"{term[1]}n{self.bodies}") if term and term[0] == "blank" else term

    def _read_line(self, line):
        quad = quads.read_line(line)
        term = quad and quad[2]
        while term and term[0] == "triple":
            if "triple terms" not in self.rdf12:
                raise quads.BadQuad(f"syntax error at '<<(': {line}")
            term = term[3]
        if term and term[0] == "literal" and "--" in (term[3] or "") and \
                "directions" not in self.rdf12:
            raise quads.BadQuad(f"syntax error at '--': {line}")
        return quad

    def _drop(self, graph):
        name = ("iri", graph) if graph else None
        self.quads = {quad for quad in self.quads if quad[3] != name}

    def _graph_store(self, request, fields, every):
        graph = "" if "default" in fields else fields.get("graph", [None])[0]
        if graph is None:
            if request.method == "HEAD":
                return 200, ""
            if request.method != "POST" or not self.nquads or \
                    request.headers.get("Content-Type") != "application/n-quads":
                return 415, "no graph is named\n"
            self._add(request.body.decode(), None, every)
            return 204, ""
        if request.method in ("GET", "HEAD"):
            name = ("iri", graph) if graph else None
            return (200 if any(quad[3] == name for quad in self.quads) else 404), ""
        if request.headers.get("Content-Type") != "application/n-triples":
            return 415, "only N-Triples\n"
        for line in request.body.decode().split("\n"):
            self._read_line(line)
        if request.method == "PUT":
            self._drop(graph)
        self._add(request.body.decode(), graph, every)
        return 204, ""

    def _update(self, text, every):
        if text == "INSERT DATA { }":
            return 204, ""
        if match := DELETE.fullmatch(text):
            self._delete(match.group(1), every)
            return 204, ""
        if DROPS.fullmatch(text):
            for graph in re.findall("<([^>]*)>", text):
                self._drop(graph)
            return 204, ""
        match = INSERT.fullmatch(text)
        if not match:
            return 400, f"not understood: {text[:200]}\n"
        dropped, dropped_graph, graph, lines = match.groups()
        if dropped:
            self._drop(dropped_graph or "")
        self._add(lines, graph or "", every)
        return 204, ""

    def _count(self, form):
        query = urllib.parse.parse_qs(form)["query"][0]
        match = ASK.fullmatch(query)
        if match:
            self._read_line(f"<a:s> <a:p> {match.group(1)} .")
            return 200, '{"head":{},"boolean":true}'
        match = COUNT.match(query)
        if not match:
            return 400, f"not understood: {query}\n"
        if "GRAPH ?g" in query:
            counted = [quad for quad in self.quads if quad[3] is not None]
        else:
            name = ("iri", match.group(1)) if match.group(1) else None
            counted = [quad for quad in self.quads if quad[3] == name]
        if "isBlank(?s) || isBlank(?o)" in query:
            places = (0, 2, 3) if "isBlank(?g)" in query else (0, 2)
            kinds = ("blank", "triple") if "isTRIPLE(?o)" in query else ("blank",)
            if "triple" in kinds and "triple terms" not in self.rdf12:
                return 400, "isTRIPLE is not known\n"
            counted = [quad for quad in counted
                       if any(quad[i] and quad[i][0] in kinds for i in places)]
        if self.count_seconds:
            time.sleep(self.count_seconds)
        return 200, f"n\n{len(counted)}\n"
