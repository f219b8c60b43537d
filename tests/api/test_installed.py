"""The libraries as another project has them: installed from a build, found by CMake and by
pkg-config, and used by the programs of examples/api, which know nothing but the public headers.

`SEMSITE_BUILD=FOLDER python3 -m unittest test_installed`: the build; else build/release.
"""

import http.server
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
import quads  # noqa: E402

BUILD = pathlib.Path(os.environ.get("SEMSITE_BUILD") or ROOT / "build/release").resolve()
HEADERS = sorted(path.name for path in (ROOT / "include/semsite").glob("*.hpp"))
PAGE = b"""<!doctype html><link rel=describedby href=data.ttl>
<p about="#it" property="http://v.example/title">T</p>"""
SITEMAP = """<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
 xmlns:sc="http://sw.deri.org/2007/07/sitemapextension/scschema.xsd"><sc:dataset>
<sc:datasetLabel>Numbers</sc:datasetLabel>
<sc:dataDumpLocation>{root}/numbers.nt</sc:dataDumpLocation></sc:dataset>
<url><loc>{root}/page</loc></url></urlset>"""


def run(*words, stdin=b"", cwd=None):
    return subprocess.run([str(word) for word in words], input=stdin, capture_output=True,
                          check=False, timeout=900, cwd=cwd)


def triples(count):
    return "".join(f'<http://e.org/{i}> <http://e.org/{"pq"[i % 2]}> "{i}" .\n'
                   for i in range(count))


class Site(http.server.BaseHTTPRequestHandler):
    """robots.txt, a sitemap with one dataset, and its dump."""

    def do_GET(self):
        root = f"http://127.0.0.1:{self.server.server_port}"
        text, kind = {
            "/robots.txt": (f"Sitemap: {root}/sitemap.xml\n", "text/plain"),
            "/sitemap.xml": (SITEMAP.format(root=root).replace(
                f"<url><loc>{root}/page</loc></url>", ""), "application/xml"),
            "/numbers.nt": (triples(900), "application/n-triples"),
        }.get(self.path, (None, None))
        data = (text or "").encode()
        self.send_response(200 if text else 404)
        self.send_header("Content-Type", kind or "text/plain")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    do_HEAD = do_GET

    def log_message(self, *_):
        """Says nothing."""


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.prefix = cls.folder / "installed"
        done = run("cmake", "--install", BUILD, "--prefix", cls.prefix, "--component",
                   "development")
        assert done.returncode == 0, done.stderr.decode()
        cls.programs = cls.folder / "build"
        for words in (("-S", ROOT / "examples/api", "-B", cls.programs,
                       f"-DCMAKE_PREFIX_PATH={cls.prefix}"), ("--build", cls.programs)):
            done = run("cmake", *words)
            assert done.returncode == 0, (done.stdout + done.stderr).decode()
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        cls.addClassCleanup(server.server_close)
        cls.addClassCleanup(server.shutdown)
        cls.url = f"http://127.0.0.1:{server.server_port}/"

    def program(self, name, *words, **more):
        return run(self.programs / name, *words, **more)

    def test_converts_a_file(self):
        source = self.folder / "in.nt"
        source.write_text(triples(500), "utf-8")
        done = self.program("convert", source, self.folder / "out.ttl.gz")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(done.stdout, b"500 quads, 0 statements skipped\n")
        back = self.program("convert", self.folder / "out.ttl.gz", self.folder / "back.nt")
        self.assertEqual(back.returncode, 0)
        self.assertEqual(quads.read_dataset((self.folder / "back.nt").read_bytes()),
                         quads.read_dataset(source.read_bytes()))

    def test_tells_what_is_wrong_with_a_file(self):
        source = self.folder / "bad.nt"
        source.write_text(triples(3) + "rubbish\n", "utf-8")
        done = self.program("convert", source, self.folder / "bad.nq")
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"line 4:", done.stderr)
        self.assertEqual(done.stdout, b"3 quads, 1 statements skipped\n")
        done = self.program("convert", source, self.folder / "bad.rdf")
        self.assertEqual(done.returncode, 3)
        self.assertIn(b"RDF/XML", done.stderr)

    def test_extracts_a_page_from_memory(self):
        done = self.program("extract", "http://site.example/page", stdin=PAGE)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(b"http://v.example/title", done.stdout)
        self.assertIn(b"# describedby http://site.example/data.ttl\n", done.stdout)

    def test_reads_robots_and_sitemaps(self):
        robots = self.folder / "robots.txt"
        robots.write_text("User-agent: *\nDisallow: /\nSitemap: /map.xml\n", "utf-8")
        sitemap = self.folder / "sitemap.xml"
        sitemap.write_text(SITEMAP.format(root="http://site.example"), "utf-8")
        done = self.program("discover", "http://site.example/", robots, sitemap)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.decode().splitlines(), [
            "not allowed: Disallow: /", "named http://site.example/map.xml",
            "dataset Numbers ", "  dump http://site.example/numbers.nt",
            "page http://site.example/page "])

    def test_harvests_a_site_into_its_own_sink(self):
        done = self.program("harvest", self.url)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.decode().splitlines(), [
            "dataset Numbers: dump", "450 http://e.org/p", "450 http://e.org/q",
            "900 quads, complete"])

    def test_says_what_is_missing(self):
        done = self.program("harvest", self.url + "nothing-here.nt")
        self.assertEqual(done.returncode, 1)
        self.assertIn("not complete", done.stdout.decode())
        self.assertIn("404", done.stderr.decode())

    def test_pkg_config_knows_what_a_program_needs(self):
        found = next(self.prefix.rglob("semsite-rdf.pc"))
        env = {**os.environ, "PKG_CONFIG_PATH": str(found.parent)}
        for name, source in (("semsite-rdf", "convert"), ("semsite-harvest", "harvest")):
            with self.subTest(name):
                flags = subprocess.run(["pkg-config", "--cflags", "--libs", name], env=env,
                                       capture_output=True, check=True, text=True,
                                       timeout=60).stdout.split()
                done = run(os.environ.get("CXX", "c++"), "-std=c++20",
                           ROOT / f"examples/api/{source}.cpp", "-o", self.folder / name,
                           *flags)
                self.assertEqual(done.returncode, 0, done.stderr.decode()[-2000:])

    def test_each_header_stands_alone_and_needs_no_library(self):
        for header in HEADERS:
            with self.subTest(header):
                done = run(os.environ.get("CXX", "c++"), "-std=c++20", "-Wall", "-Wextra",
                           "-Wpedantic", "-Werror", "-fsyntax-only", "-I",
                           self.prefix / "include", "-x", "c++", "-",
                           stdin=f'#include "semsite/{header}"\n'.encode())
                self.assertEqual(done.returncode, 0, done.stderr.decode())

    def test_installs_the_public_headers_and_no_others(self):
        there = sorted(path.name for path in (self.prefix / "include").rglob("*") if path.is_file())
        self.assertEqual(there, HEADERS)

    def test_an_unknown_component_is_refused_by_name(self):
        project = self.folder / "other"
        project.mkdir()
        (project / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(other LANGUAGES CXX)\n"
            "find_package(semsite REQUIRED COMPONENTS rfd)\n", "utf-8")
        done = run("cmake", "-S", project, "-B", project / "b",
                   f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("no component rfd", done.stderr.decode())

    def test_a_shared_library_shows_what_the_headers_offer_and_nothing_else(self):
        libraries = list(self.prefix.rglob("libsemsite_*.so"))
        if not libraries:
            self.skipTest("the build makes static libraries")
        self.assertEqual(len(libraries), 2)
        headers = "".join((ROOT / "include/semsite" / name).read_text("utf-8")
                          for name in HEADERS)
        for library in libraries:
            symbols = run("nm", "-D", "--defined-only", "--demangle", library).stdout.decode()
            lines = [line.split(" ", 2)[2] for line in symbols.splitlines()]
            self.assertGreater(len(lines), 20)
            for line in lines:
                if line.startswith("SEMSITE_0.2"):
                    continue
                self.assertIn("@@SEMSITE_0.2", line)
                name = re.sub(r"^(typeinfo( name)?|vtable) for ", "", line)
                self.assertTrue(name.startswith("semsite::"), line)
                word = re.match(r"semsite::(\w+)", name)[1]
                self.assertRegex(headers, rf"\b{word}\b", line)


if __name__ == "__main__":
    unittest.main()
