"""The unit and the timer of deploy/systemd: systemd takes them, and what they run does what they say."""

import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest

from harness import PROGRAM, ROOT
from semantic_sitemap import dataset, publish
from web import Web

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
        service = unit("semsite@.service")
        self.assertIn(INSTALLED, service)
        # It also wants the program to be there.
        (self.folder / "semsite@.service").write_text(service.replace(INSTALLED, str(PROGRAM)))
        (self.folder / "semsite@.timer").write_text(unit("semsite@.timer"))
        for kind in ("service", "timer"):
            done = subprocess.run(["systemd-analyze", "verify", "--man=no", f"{self.folder}/semsite@{NAME}.{kind}"],
                                  capture_output=True, text=True, timeout=60, check=False,
                                  env={"SYSTEMD_UNIT_PATH": f"{self.folder}:", "PATH": "/usr/bin:/bin"})
            said = [line for line in done.stderr.splitlines() if "semsite" in line]
            self.assertEqual((done.returncode, said), (0, []), done.stderr)
        # It does find one.
        (self.folder / "semsite@.service").write_text(service.replace(INSTALLED, "semsite-of-nobody"))
        done = subprocess.run(["systemd-analyze", "verify", "--man=no", f"{self.folder}/semsite@{NAME}.service"],
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertIn("semsite-of-nobody", done.stderr)

    def command(self):
        """What the unit runs, with a folder of ours for /etc and /var/lib."""
        [line] = re.findall(r"^ExecStart=(.*)$", unit("semsite@.service"), re.MULTILINE)
        [place] = re.findall(r"^WorkingDirectory=(.*)$", unit("semsite@.service"), re.MULTILINE)
        given = dict(re.findall(r"^LoadCredential=(.*?):(.*)$", unit("semsite@.service"), re.MULTILINE))
        self.assertEqual(set(given), {"conf", "sites"})
        for name, source in given.items():  # what systemd does with them
            line = line.replace(f"${{CREDENTIALS_DIRECTORY}}/{name}", source)
        for specifier, value in (("%E", f"{self.folder}/etc"), ("%S", f"{self.folder}/lib"), ("%i", NAME)):
            line, place = line.replace(specifier, value), place.replace(specifier, value)
        self.assertNotIn("$", line)
        self.assertNotIn("%", line + place)
        words = shlex.split(line)
        self.assertEqual(words[0], INSTALLED)
        pathlib.Path(place).mkdir(parents=True, exist_ok=True)
        return [PROGRAM, *words[1:]], pathlib.Path(place)

    def test_what_it_runs_harvests_and_refreshes(self):
        web = self.enterContext(Web())
        host = web.host("lib.example")
        publish(host, dataset("http://lib.example/all", dumps=["http://lib.example/all.nt"]))
        host.add("/all.nt", text=f"{TRIPLE} .\n")
        settings = self.folder / "etc/semsite"
        settings.mkdir(parents=True)
        (settings / f"{NAME}.sites").write_text("http://lib.example/\n")
        connected = web.connect_to_args()
        self.assertEqual(connected[0::2], ["--connect-to"] * (len(connected) // 2))
        (settings / f"{NAME}.conf").write_text("delay = 0\n" + "".join(
            f"connect-to = {where}\n" for where in connected[1::2]))
        command, place = self.command()
        for run in range(2):
            done = subprocess.run(command, cwd=place, capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            packed = (place / "quads.nq.zst").read_bytes()
            lines = subprocess.run(["zstd", "-dc"], input=packed, capture_output=True, timeout=30, check=True).stdout
            self.assertEqual(lines.decode(), QUAD)
            self.assertTrue((place / "report.html").exists(), run)
