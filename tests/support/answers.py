"""What a server of a loopback web answers."""

import dataclasses
import datetime

MEDIA_TYPES = {
    ".txt": "text/plain; charset=utf-8", ".xml": "application/xml", ".html": "text/html",
    ".nt": "application/n-triples", ".nq": "application/n-quads", ".ttl": "text/turtle",
    ".trig": "application/trig", ".rdf": "application/rdf+xml", ".trix": "application/trix",
    ".gz": "application/gzip", ".zip": "application/zip", ".bz2": "application/x-bzip2",
    ".xz": "application/x-xz", ".zst": "application/zstd", ".tar": "application/x-tar",
}


@dataclasses.dataclass(frozen=True)
class Answer:
    """One answer of the server. Only what differs from a plain 200 need be given."""

    data: bytes = b""
    text: str | None = None  #: instead of data
    status: int = 200
    type: str | None = None  #: media type; by the path's suffix if None, none at all if ""
    headers: dict = dataclasses.field(default_factory=dict)
    gzip: bool = False  #: as content coding, if the client accepts it
    chunked: bool = False  #: no Content-Length
    etag: str | None = None  #: answers If-None-Match, guards ranges
    modified: str | None = None  #: Last-Modified, answers If-Modified-Since if equal
    ranges: bool = False  #: honours Range and If-Range
    wait: float = 0  #: seconds before the head
    cut: int | None = None  #: closes after so many bytes of the announced body
    reset: int | None = None  #: the same with a TCP reset
    stall: int | None = None  #: falls silent after so many bytes, till the client goes
    drip: tuple | None = None  #: (bytes, seconds): so many bytes, then a pause, and so on
    endless: bool = False  #: repeats the body till the client goes
    length: int | None = None  #: a wrong Content-Length

    def body(self):
        return self.text.encode("utf-8") if self.text is not None else self.data


def redirect(to, status=302):
    """An answer that sends the client elsewhere."""
    return Answer(status=status, type="", headers={"Location": to})


def http_date(seconds):
    """A time for Last-Modified or Retry-After."""
    moment = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    return moment.strftime("%a, %d %b %Y %H:%M:%S GMT")
