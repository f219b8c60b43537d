"""The unit and the timer of deploy/systemd: systemd takes them, and what they run does what they say."""

import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest

from harness import PROGRAM, ROOT
import postgresql
from postgresql import PostgreSql
from semantic_sitemap import dataset, publish
from web import Web

KINDS = ("semsite", "semsite-worker")
UNITS = ROOT / "deploy/systemd"
INSTALLED = "/usr/local/bin/semsite"
NAME = "libraries"
TRIPLE = '<http://lib.example/1> <http://lib.example/p> "1"'
QUAD = f"{TRIPLE} <http://lib.example/all> .\n"


def unit(name):
    return (UNITS / name).read_text("utf-8")


class Systemd(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd-analyze is not installed (package systemd)")
    def test_systemd_finds_no_fault_with_them(self):
        for name in KINDS:
            service = unit(f"{name}@.service")
            self.assertIn(INSTALLED, service)
            # It also wants the program to be there.
            (self.folder / f"{name}@.service").write_text(service.replace(INSTALLED, str(PROGRAM)))
            (self.folder / f"{name}@.timer").write_text(unit(f"{name}@.timer"))
            for kind in ("service", "timer"):
                done = subprocess.run(["systemd-analyze", "verify", "--man=no", f"{self.folder}/{name}@{NAME}.{kind}"],
                                      capture_output=True, text=True, timeout=60, check=False,
                                      env={"SYSTEMD_UNIT_PATH": f"{self.folder}:", "PATH": "/usr/bin:/bin"})
                said = [line for line in done.stderr.splitlines() if "semsite" in line]
                self.assertEqual((done.returncode, said), (0, []), done.stderr)
        # It does find one.
        (self.folder / "semsite@.service").write_text(unit("semsite@.service").replace(INSTALLED, "semsite-of-nobody"))
        done = subprocess.run(["systemd-analyze", "verify", "--man=no", f"{self.folder}/semsite@{NAME}.service"],
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertIn("semsite-of-nobody", done.stderr)

    def command(self, kind="semsite", machine="lib", credentials=("conf", "sites")):
        """What the unit runs, where, and with which environment; folders of ours are /etc and /var/lib."""
        text = unit(f"{kind}@.service")
        [line] = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
        [place] = re.findall(r"^WorkingDirectory=(.*)$", text, re.MULTILINE)
        environment = "\n".join(re.findall(r"^Environment=(.*)$", text, re.MULTILINE))
        given = dict(re.findall(r"^LoadCredential=(.*?):(.*)$", text, re.MULTILINE))
        self.assertEqual(set(given), set(credentials))

        def as_systemd_does(words):
            for name, source in given.items():
                words = words.replace(f"${{CREDENTIALS_DIRECTORY}}/{name}", source).replace(f"%d/{name}", source)
            for specifier, value in (("%E", f"{self.folder}/etc"), ("%S", f"{self.folder}/{machine}"), ("%i", NAME)):
                words = words.replace(specifier, value)
            self.assertNotRegex(words.replace("%%", "").replace("$$", ""), "[%$]")
            return words.replace("%%", "%").replace("$$", "$").replace(INSTALLED, str(PROGRAM))

        place = pathlib.Path(as_systemd_does(place))
        place.mkdir(parents=True, exist_ok=True)
        words = shlex.split(as_systemd_does(line))
        self.assertIn(str(PROGRAM), " ".join(words))
        return words, place, dict(one.split("=", 1) for one in as_systemd_does(environment).splitlines())

    def settings(self, web, more=""):
        folder = self.folder / "etc/semsite"
        folder.mkdir(parents=True)
        (folder / f"{NAME}.sites").write_text("http://lib.example/\n")
        connected = web.connect_to_args()
        self.assertEqual(connected[0::2], ["--connect-to"] * (len(connected) // 2))
        (folder / f"{NAME}.conf").write_text(more + "delay = 0\n" + "".join(
            f"connect-to = {where}\n" for where in connected[1::2]))
        return folder

    def test_what_it_runs_harvests_and_refreshes(self):
        web = self.enterContext(Web())
        host = web.host("lib.example")
        publish(host, dataset("http://lib.example/all", dumps=["http://lib.example/all.nt"]))
        host.add("/all.nt", text=f"{TRIPLE} .\n")
        self.settings(web)
        command, place, _ = self.command()
        for run in range(2):
            done = subprocess.run(command, cwd=place, capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            packed = (place / "quads.nq.zst").read_bytes()
            lines = subprocess.run(["zstd", "-dc"], input=packed, capture_output=True, timeout=30, check=True).stdout
            self.assertEqual(lines.decode(), QUAD)
            self.assertTrue((place / "report.html").exists(), run)

    @unittest.skipIf(postgresql.missing(), "PostgreSQL is not installed")
    def test_what_the_machines_of_a_run_do(self):
        web = self.enterContext(Web())
        host = web.host("lib.example")
        publish(host, dataset("http://lib.example/all", dumps=["http://lib.example/all.nt"]))
        host.add("/all.nt", text=f"{TRIPLE} .\n")
        with PostgreSql() as database:
            settings = self.settings(web, f"queue = {database.url}\nname = {NAME}\noutput = {self.folder}/out/\n")
            (settings / f"{NAME}.pgpass").write_text("db.example:5432:semsite:worker:word\n")
            (settings / f"{NAME}.pgpass").chmod(0o400)
            subprocess.run([PROGRAM, "queue", "init", "-q", database.url], check=True, timeout=60)
            running = []
            for machine in ("one", "two"):
                command, place, environment = self.command("semsite-worker", machine, ("conf", "sites", "pgpass"))
                self.assertEqual(list(environment), ["PGPASSFILE"])
                running.append(subprocess.Popen(command, cwd=place, env=os.environ | environment,
                                                stderr=subprocess.PIPE, text=True))
            for process in running:
                _, said = process.communicate(timeout=60)
                self.assertEqual(process.returncode, 0, said)
            # Whoever comes late on the same day begins no other run.
            late = subprocess.run(command, cwd=place, env=os.environ | environment, capture_output=True, text=True,
                                  timeout=60, check=False)
            self.assertEqual(late.returncode, 0, late.stderr)
            [run] = (self.folder / f"out/runs/{NAME}").iterdir()
            manifest = json.loads((run / "manifest.json").read_text("utf-8"))
            self.assertEqual((manifest["complete"], sum(part["quads"] for part in manifest["parts"])), (True, 1))
            self.assertEqual([one.method for one in web.log if one.path == "/all.nt"].count("GET"), 1)
            self.assertTrue((self.folder / f"one/semsite/{NAME}/work").is_dir())

