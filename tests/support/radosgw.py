"""A real S3 store: Ceph's RADOS Gateway over one monitor and one OSD in memory, on loopback.

    if radosgw.missing(): skip
    with RadosGw() as store:
        run("semsite", "convert", "data.nt", "-o", "s3://bucket/lod/", env=store.environment)

Some 10 to 30 s to start. Debian: radosgw, ceph-mon, ceph-osd.
"""

import contextlib
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
import uuid

KEY, SECRET = "AKRADOSEXAMPLE", "rados/secret+EXAMPLEKEY"
PROGRAMS = ("ceph-mon", "ceph-osd", "radosgw", "radosgw-admin", "ceph", "monmaptool")
SECONDS = 40


def missing():
    """The programs that are not installed, in words; empty: none."""
    return ", ".join(name for name in PROGRAMS if shutil.which(name) is None)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class RadosGw:
    def __init__(self, bucket="bucket"):
        self.bucket = bucket
        self.running = []

    def __enter__(self):
        # Now and then its first client waits for ever: then all begins anew.
        for tries_left in (2, 1, 0):
            with contextlib.ExitStack() as stack:
                self.folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="rgw")))
                stack.callback(self.stop)
                try:
                    self.start()
                except (RuntimeError, subprocess.TimeoutExpired):
                    if not tries_left:
                        raise
                    continue
                self.closing = stack.pop_all()
                return self
        raise AssertionError

    def __exit__(self, *_):
        self.closing.close()

    def run(self, *words, seconds=SECONDS):
        done = subprocess.run([words[0], "-c", str(self.folder / "ceph.conf"), *words[1:]], capture_output=True,
                              timeout=seconds, check=False, cwd=self.folder)
        if done.returncode != 0:
            raise RuntimeError(f"{words}: {done.stderr.decode(errors='replace')[-2000:]}")
        return done.stdout.decode()

    def spawn(self, *words):
        with open(self.folder / f"{words[0]}.out", "wb") as out:
            self.running.append(subprocess.Popen([words[0], "-c", str(self.folder / "ceph.conf"), "-f", *words[1:]],
                                                 stdout=out, stderr=out, cwd=self.folder))
        return self.running[-1]

    def stop(self):
        for process in reversed(self.running):
            process.kill()
            process.wait(30)
        self.running = []

    def start(self):
        mon, self.port = free_port(), free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        fsid, osd = uuid.uuid4(), uuid.uuid4()
        for name in ("mon", "osd", "rgw"):
            (self.folder / name).mkdir()
        (self.folder / "ceph.conf").write_text(f"""[global]
fsid = {fsid}
mon host = v1:127.0.0.1:{mon}
public addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd crush chooseleaf type = 0
osd objectstore = memstore
osd data = {self.folder}/osd
mon data = {self.folder}/mon
rgw data = {self.folder}/rgw
mon allow pool size one = true
mon data avail crit = 0
mon data avail warn = 0
memstore device bytes = 1073741824
osd pool default pg autoscale mode = off
osd class load list = *
osd class default list = *
run dir = {self.folder}
admin socket = {self.folder}/$name.asok
log file = {self.folder}/$name.log
pid file =
keyring =
""")
        self.run("monmaptool", "--create", "--addv", "a", f"[v1:127.0.0.1:{mon}]", "--fsid", str(fsid), "map")
        self.run("ceph-mon", "--mkfs", "-i", "a", "--monmap", "map")
        self.spawn("ceph-mon", "-i", "a")
        self.run("ceph", "--connect-timeout", "60", "osd", "new", str(osd))
        self.run("ceph-osd", "--mkfs", "-i", "0", "--osd-uuid", str(osd))
        self.spawn("ceph-osd", "-i", "0")
        self.until("the OSD is not up", lambda: "1 up" in self.run("ceph", "--connect-timeout", "60", "osd", "stat"))
        self.run("radosgw-admin", "user", "create", "--uid", "test", "--display-name", "test", "--access-key", KEY,
                 "--secret-key", SECRET)
        self.start_gateway()
        self.make_bucket()

    def start_gateway(self):
        self.spawn("radosgw", "-n", "client.rgw", "--rgw-frontends", f"beast endpoint=127.0.0.1:{self.port}")
        self.until("radosgw does not answer", self.answers)

    def answers(self):
        try:
            urllib.request.urlopen(self.url, timeout=5).close()
            return True
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False

    def until(self, problem, is_there):
        """Waits for a process of Ceph: nothing is asserted by how long it takes."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end and all(process.poll() is None for process in self.running):
            if is_there():
                return
            time.sleep(0.1)
        raise RuntimeError(problem)

    def kill_gateway(self):
        process = self.running.pop()
        process.kill()
        process.wait(30)

    def make_bucket(self):
        status, text = self.ask("PUT", f"/{self.bucket}")
        if status != 200:
            raise RuntimeError(text)

    def ask(self, method, path, body=b"", query=""):
        """A request that we sign ourselves: status and body."""
        import datetime
        import hashlib
        import hmac
        now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%dT%H%M%SZ")
        digest = hashlib.sha256(body).hexdigest()
        host = f"127.0.0.1:{self.port}"
        names = "host;x-amz-content-sha256;x-amz-date"
        canonical = "\n".join([method, path, query, f"host:{host}", f"x-amz-content-sha256:{digest}",
                               f"x-amz-date:{now}", "", names, digest])
        scope = f"{now[:8]}/us-east-1/s3/aws4_request"
        text = f"AWS4-HMAC-SHA256\n{now}\n{scope}\n{hashlib.sha256(canonical.encode()).hexdigest()}"
        sign = f"AWS4{SECRET}".encode()
        for step in (now[:8], "us-east-1", "s3", "aws4_request"):
            sign = hmac.new(sign, step.encode(), "sha256").digest()
        signature = hmac.new(sign, text.encode(), "sha256").hexdigest()
        request = urllib.request.Request(
            self.url + path + ("?" + query if query else ""), data=body or None, method=method,
            headers={"x-amz-content-sha256": digest, "x-amz-date": now, "Authorization":
                     f"AWS4-HMAC-SHA256 Credential={KEY}/{scope}, SignedHeaders={names}, Signature={signature}"})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    @property
    def environment(self):
        return {name: value for name, value in os.environ.items() if not name.startswith("AWS_")} | {
            "AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET, "AWS_ENDPOINT_URL": self.url,
            "AWS_EC2_METADATA_DISABLED": "true"}
