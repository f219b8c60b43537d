"""A program on a terminal of its own, as a person sees it."""

import fcntl
import os
import pty
import select
import struct
import termios
import time


class Screen:
    """What the last line of a terminal shows after some output."""

    def __init__(self):
        self.lines, self.line, self.column = [], "", 0
        self.escape = None

    def feed(self, text):
        for letter in text:
            if self.escape is not None:
                self.escape += letter
                if letter.isalpha():
                    if self.escape == "[K":
                        self.line = self.line[:self.column]
                    self.escape = None
            elif letter == "\x1b":
                self.escape = ""
            elif letter == "\r":
                self.column = 0
            elif letter == "\n":
                self.lines.append(self.line)
                self.line, self.column = "", 0
            elif letter != "\x07":
                self.line = self.line[:self.column] + letter + self.line[self.column + 1:]
                self.column += 1


def run_on_terminal(command, columns=100, seconds=60, interrupt_at=None, cwd=None, **environment):
    """Exit code and everything that was written. Ctrl-C is typed when `interrupt_at` is shown."""
    process, descriptor = pty.fork()
    if process == 0:
        os.chdir(cwd or ".")
        os.environ.pop("NO_COLOR", None)
        os.environ.update({"TERM": "xterm"} | environment)
        time.sleep(0.05)  # until the width is set
        os.execv(command[0], [str(word) for word in command])
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    seen, end = b"", time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            if not select.select([descriptor], [], [], 0.1)[0]:
                continue
            try:
                data = os.read(descriptor, 65536)
            except OSError:  # nobody has the other end any more
                break
            if not data:
                break
            seen += data
            if interrupt_at and interrupt_at.encode() in seen:
                os.write(descriptor, b"\x03")
                interrupt_at = None
        else:
            raise AssertionError(f"not done after {seconds} s: {seen[-500:]!r}")
    finally:
        os.close(descriptor)
        status = os.waitpid(process, 0)[1]
    return os.waitstatus_to_exitcode(status), seen.decode("utf-8", "replace")
