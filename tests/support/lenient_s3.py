"""An S3 store of a few lines that does what it is told to do wrong.

    with LenientS3() as store:
        store.fault = lambda request: Fault(status=503, code="SlowDown") if request.number == 1 else None
        run("semsite", "convert", "s3://bucket/lod/", env=store.environment)
        store.objects       # "bucket/key" -> bytes
        store.requests      # what was asked for, in order

Each signature is checked by the rules of AWS Signature Version 4 with Python's own hmac, unless
`checks` is off. Path style; `store.virtual` is a host under which buckets stand in the name. Conditions
are "honoured", "ignored" or "refused" (501). It serves credentials, too: see `credentials`.
"""

import collections
import dataclasses
import datetime
import hashlib
import hmac
import http.server
import json
import re
import socketserver
import threading
import urllib.parse
from xml.sax.saxutils import escape

KEY, SECRET, REGION = "AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "us-east-1"


@dataclasses.dataclass(frozen=True)
class Request:
    method: str
    path: str  #: as it was sent, with its query
    headers: dict
    body: bytes
    number: int  #: of those with this method and path, from 1

    @property
    def query(self):
        return dict(urllib.parse.parse_qsl(self.path.partition("?")[2], keep_blank_values=True))

    @property
    def key(self):
        return urllib.parse.unquote(self.path.partition("?")[0]).lstrip("/")


@dataclasses.dataclass(frozen=True)
class Fault:
    """What is done instead of an answer: an error, a body that is cut, another body, nothing."""
    status: int = 0
    code: str = ""
    message: str = "as told"
    cut: int | None = None  #: closes after so many bytes of the body
    body: bytes | None = None  #: in place of the right one
    after: bool = False  #: the request is done all the same
    headers: dict = dataclasses.field(default_factory=dict)


def signature_problem(method, path, headers, body, keys, region=REGION):
    """Why the signature is wrong, or nothing."""
    given = headers.get("authorization", "")
    found = re.fullmatch(r"AWS4-HMAC-SHA256 Credential=([^/]+)/(\d{8})/([^/]+)/s3/aws4_request,"
                         r" ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})", given)
    if not found:
        return "AccessDenied"
    key, day, signed_region, names, signature = found.groups()
    if key not in keys:
        return "InvalidAccessKeyId"
    secret, token = keys[key]
    if headers.get("x-amz-security-token", "") != token:
        return "InvalidToken"
    if signed_region != region:
        return "AuthorizationHeaderMalformed"
    if headers.get("x-amz-content-sha256") != hashlib.sha256(body).hexdigest():
        return "XAmzContentSHA256Mismatch"
    names = names.split(";")
    wanted = {"host", "x-amz-date", "x-amz-content-sha256"} | {n for n in headers if n.startswith("x-amz-")}
    if names != sorted(names) or not wanted <= set(names):
        return "AccessDenied"
    path, _, query = path.partition("?")
    query = "&".join(sorted("=".join(urllib.parse.quote(urllib.parse.unquote(part), safe="-_.~")
                                     for part in (pair.split("=", 1) + [""])[:2])
                            for pair in query.split("&") if pair))
    canonical = "\n".join([method, urllib.parse.quote(urllib.parse.unquote(path), safe="/-_.~"), query,
                           *(f"{name}:{' '.join(headers[name].split())}" for name in names), "",
                           ";".join(names), headers["x-amz-content-sha256"]])
    time = headers["x-amz-date"]
    scope = f"{day}/{signed_region}/s3/aws4_request"
    text = f"AWS4-HMAC-SHA256\n{time}\n{scope}\n{hashlib.sha256(canonical.encode()).hexdigest()}"
    sign = f"AWS4{secret}".encode()
    for step in (day, signed_region, "s3", "aws4_request"):
        sign = hmac.new(sign, step.encode(), "sha256").digest()
    if hmac.new(sign, text.encode(), "sha256").hexdigest() != signature:
        return "SignatureDoesNotMatch"
    now = datetime.datetime.now(datetime.timezone.utc)
    asked = datetime.datetime.strptime(time, "%Y%m%dT%H%M%SZ").replace(tzinfo=datetime.timezone.utc)
    return "RequestTimeTooSkewed" if abs((now - asked).total_seconds()) > 900 else ""


STATUS = {"AccessDenied": 403, "InvalidAccessKeyId": 403, "SignatureDoesNotMatch": 403, "InvalidToken": 400,
          "ExpiredToken": 400, "RequestTimeTooSkewed": 403, "XAmzContentSHA256Mismatch": 400,
          "AuthorizationHeaderMalformed": 400, "NoSuchKey": 404, "NoSuchBucket": 404, "NoSuchUpload": 404,
          "PreconditionFailed": 412, "NotImplemented": 501, "InvalidRange": 416, "EntityTooSmall": 400,
          "InvalidPart": 400, "SlowDown": 503}


class LenientS3:
    def __init__(self, bucket="bucket", conditions="honoured", page=1000):
        self.buckets = {bucket}
        self.objects, self.noted = {}, {}  #: "bucket/key" -> bytes; -> its x-amz-meta- fields
        self.uploads = {}
        self.keys = {KEY: (SECRET, "")}
        self.conditions, self.page, self.checks = conditions, page, True
        self.virtual = None
        self.fault = lambda request: None
        self.hold = lambda path: None  #: may wait, while others are answered
        self.others = {}  #: path -> function of a request that gives (status, body): endpoints of credentials
        self.requests = []
        self.counts = collections.Counter()
        self.lock = threading.RLock()

    def __enter__(self):
        store = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                store.answer(self, self.command, self.path, headers, body)

            do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = answer

            def log_message(self, *_):
                pass

        class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                pass  # the program was killed, or had enough

        self.server = Server(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,))
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    @property
    def environment(self):
        """With which the program finds the store and its keys, and nothing else."""
        return {"AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET, "AWS_REGION": REGION,
                "AWS_ENDPOINT_URL_S3": self.url, "AWS_EC2_METADATA_DISABLED": "true"}

    def names(self, prefix=""):
        with self.lock:
            return sorted(name for name in self.objects if name.startswith(prefix))

    def asked(self, method=None, query=None):
        with self.lock:
            return [one for one in self.requests if method in (None, one.method)
                    and (query is None or query in one.query)]

    def answer(self, handler, method, path, headers, body):
        host = headers.get("host", "").split(":")[0]
        self.hold(path)
        with self.lock:
            self.counts[method, path] += 1
            request = Request(method, path, headers, body, self.counts[method, path])
            self.requests.append(request)
            other = self.others.get(path.partition("?")[0])
            if other:
                status, text = other(request)
                return self.send(handler, method, status, text.encode(), {})
            fault = self.fault(request)
            if fault and fault.status and not fault.after:
                return self.error(handler, method, fault.code, fault.status, fault.headers, fault.message)
            problem = self.checks and signature_problem(method, path, headers, body, self.keys)
            if problem:
                return self.error(handler, method, problem)
            key = request.key
            if self.virtual and host.endswith("." + self.virtual):
                key = host[:-len(self.virtual) - 1] + "/" + key
            result = self.do(request, key)
            if fault and fault.status:
                return self.error(handler, method, fault.code, fault.status, fault.headers, fault.message)
            if isinstance(result, str):
                return self.error(handler, method, result)
            status, data, fields = result
            if fault and fault.body is not None:
                data = fault.body
            return self.send(handler, method, status, data, fields, fault.cut if fault else None)

    def do(self, request, key):
        """The code of an error, or status, body and header fields."""
        method, query, headers = request.method, request.query, request.headers
        bucket, _, name = key.partition("/")
        if bucket not in self.buckets:
            return "NoSuchBucket"
        if not name:
            return self.list(bucket, query)
        if method in ("GET", "HEAD"):
            return self.get(key, headers)
        if method == "DELETE" and "uploadId" in query:
            return (204, b"", {}) if self.uploads.pop(query["uploadId"], None) else "NoSuchUpload"
        if method == "DELETE":
            self.objects.pop(key, None)
            return 204, b"", {}
        if method == "POST" and "uploads" in query:
            upload = f"up+load/{len(self.counts)}=="
            self.uploads[upload] = (key, self.notes(headers), {})
            return 200, (f'<?xml version="1.0"?><InitiateMultipartUploadResult xmlns="http://s3.amazonaws.com/doc/'
                         f'2006-03-01/"><UploadId>{upload}</UploadId></InitiateMultipartUploadResult>').encode(), {}
        if method == "PUT" and "uploadId" in query:
            if query["uploadId"] not in self.uploads:
                return "NoSuchUpload"
            self.uploads[query["uploadId"]][2][int(query["partNumber"])] = request.body
            return 200, b"", {"ETag": self.etag(request.body)}
        if method == "POST" and "uploadId" in query:
            return self.complete(query["uploadId"], request.body)
        return self.put(key, request)

    def notes(self, headers):
        return {name: value for name, value in headers.items() if name.startswith("x-amz-meta-")}

    @staticmethod
    def etag(data):
        return f'"{hashlib.md5(data).hexdigest()}"'

    def put(self, key, request):
        there = self.objects.get(key)
        absent, same = (request.headers.get(name) for name in ("if-none-match", "if-match"))
        if (absent or same) and self.conditions == "refused":
            return "NotImplemented"
        if self.conditions == "honoured":
            if absent == "*" and there is not None:
                return "PreconditionFailed"
            if same and (there is None or self.etag(there) != same):
                return "PreconditionFailed" if there is not None else "NoSuchKey"
        self.objects[key] = request.body
        self.noted[key] = self.notes(request.headers)
        return 200, b"", {"ETag": self.etag(request.body)}

    def complete(self, upload, body):
        if upload not in self.uploads:
            return "NoSuchUpload"
        key, notes, pieces = self.uploads[upload]
        named = re.findall(rb"<PartNumber>(\d+)</PartNumber><ETag>([^<]*)</ETag>", body)
        wanted = [(int(number), tag.decode().replace("&quot;", '"')) for number, tag in named]
        if wanted != [(number, self.etag(data)) for number, data in sorted(pieces.items())]:
            return "InvalidPart"
        if any(len(data) < 5 << 20 for _, data in sorted(pieces.items())[:-1]):
            return "EntityTooSmall"
        del self.uploads[upload]
        self.objects[key] = b"".join(data for _, data in sorted(pieces.items()))
        self.noted[key] = notes
        return 200, (f"<CompleteMultipartUploadResult><ETag>{escape(self.etag(self.objects[key]))}</ETag>"
                     "</CompleteMultipartUploadResult>").encode(), {}

    def get(self, key, headers):
        data = self.objects.get(key)
        if data is None:
            return "NoSuchKey"
        fields = {"ETag": self.etag(data), "Content-Type": "binary/octet-stream"} | self.noted.get(key, {})
        if self.conditions == "honoured" and headers.get("if-match") not in (None, self.etag(data)):
            return "PreconditionFailed"
        found = re.fullmatch(r"bytes=(\d+)-", headers.get("range", ""))
        if not found:
            return 200, data, fields
        first = int(found[1])
        if first >= len(data):
            return "InvalidRange"
        return 206, data[first:], fields | {"Content-Range": f"bytes {first}-{len(data) - 1}/{len(data)}"}

    def list(self, bucket, query):
        keys = [name[len(bucket) + 1:] for name in self.names(bucket + "/")]
        keys = [key for key in keys if key.startswith(query.get("prefix", ""))
                and key > query.get("continuation-token", "")]
        shown, rest = keys[:self.page], keys[self.page:]
        text = "".join(f"<Contents><Key>{escape(key)}</Key><Size>{len(self.objects[f'{bucket}/{key}'])}</Size>"
                       "</Contents>" for key in shown)
        more = f"<NextContinuationToken>{escape(shown[-1])}</NextContinuationToken>" if rest else ""
        return 200, (f'<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">{text}{more}'
                     "</ListBucketResult>").encode(), {}

    def error(self, handler, method, code, status=0, headers=None, message="as told"):
        text = (f'<?xml version="1.0" encoding="UTF-8"?><Error><Code>{code}</Code><Message>{escape(message)}</Message>'
                f"<RequestId>R{len(self.requests)}</RequestId></Error>")
        self.send(handler, method, status or STATUS[code], text.encode(), headers or {})

    def send(self, handler, method, status, data, fields, cut=None):
        handler.send_response(status)
        for name, value in fields.items():
            handler.send_header(name, value)
        if status != 204:
            handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        if method != "HEAD" and status != 204:
            handler.wfile.write(data if cut is None else data[:cut])
        if cut is not None:
            handler.wfile.flush()
            handler.close_connection = True
            handler.connection.shutdown(2)


def credentials(key, secret, token, expires="2100-01-01T00:00:00Z"):
    """As the endpoints of containers and instances give them."""
    return json.dumps({"Code": "Success", "AccessKeyId": key, "SecretAccessKey": secret, "Token": token,
                       "Expiration": expires})
