"""When bytes reached this machine's side of a socket, as the kernel stamped them.

A busy test server gets to a request late; gaps between requests measured by its own clock
would blame the client for that.
"""

import io
import socket
import struct
import time

SO_TIMESTAMPNS = getattr(socket, "SO_TIMESTAMPNS", 35)  # Linux
_STAMP = struct.Struct("qq")


class StampedReader(io.RawIOBase):
    """Reads a socket; `arrived` is the time of the first bytes since `expect()`."""

    def __init__(self, connection):
        super().__init__()
        self._socket = connection
        self.arrived = None
        self._stamped = hasattr(connection, "recvmsg_into")
        try:
            connection.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
        except OSError:
            self._stamped = False

    def expect(self):
        self.arrived = None

    def readable(self):
        return True

    def readinto(self, buffer):
        try:
            size, when = self._receive(buffer)
        except NotImplementedError:  # a TLS socket
            self._stamped = False
            size, when = self._receive(buffer)
        if size and self.arrived is None:
            self.arrived = when
        return size

    def _receive(self, buffer):
        if not self._stamped:
            return self._socket.recv_into(buffer), time.time()
        size, notes, _, _ = self._socket.recvmsg_into([buffer], socket.CMSG_SPACE(_STAMP.size))
        for level, kind, data in notes:
            if (level, kind) == (socket.SOL_SOCKET, SO_TIMESTAMPNS):
                seconds, rest = _STAMP.unpack(data)
                return size, seconds + rest / 1e9
        return size, time.time()
