"""nginx, as a test configures it: on a free port, and ended with the test."""

import contextlib
import os
import shutil
import socket
import subprocess
import time

ADDRESS = "127.0.0.1"


def free_port():
    """A port of this machine that nobody listened on a moment ago."""
    with contextlib.closing(socket.create_server((ADDRESS, 0))) as probe:
        return probe.getsockname()[1]


def start_nginx(test, folder, conf, port):
    """Serves with `conf`, in which PORT stands for the port and paths begin at `folder`.

    Returns when it answers; the test fails if it does not.
    """
    if not shutil.which("nginx"):
        test.fail("nginx is not there: apt-get install nginx-light")
    os.chmod(folder, 0o755)  # for a worker that is another user
    (folder / "nginx.conf").write_text(conf.replace("PORT", str(port)))
    server = subprocess.Popen(
        ["nginx", "-p", str(folder), "-c", "nginx.conf", "-g", "daemon off;"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    test.addCleanup(server.wait, 20)
    test.addCleanup(server.terminate)
    for _ in range(200):
        with contextlib.closing(socket.socket()) as probe:
            if probe.connect_ex((ADDRESS, port)) == 0:
                return
        time.sleep(0.02)
    log = folder / "error.log"
    test.fail(f"nginx does not answer: {log.read_text() if log.exists() else 'no log'}")
