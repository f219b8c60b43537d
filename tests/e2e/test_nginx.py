"""A crawl of a site as nginx serves it: HTTP/2, compression, its ETags."""

import collections
import json
import subprocess

from harness import ProgramTest
from big_web_documents import jsonld_page, microdata_page, rdfa_page
from crawl_web import urlset
from nginx import free_port, start_nginx

CONF = """worker_processes 1;
pid nginx.pid;
error_log error.log warn;
events { worker_connections 256; }
http {
  log_format short '$connection $server_protocol $status $uri $sent_http_content_encoding';
  access_log access.log short;
  client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3; uwsgi_temp_path t4;
  scgi_temp_path t5;
  types { text/html html; application/xml xml; text/plain txt; }
  gzip on;
  gzip_types application/xml;
  server {
    listen 127.0.0.1:PORT ssl http2;
    server_name tls.example;
    ssl_certificate cert.pem;
    ssl_certificate_key key.pem;
    root site;
  }
}
"""
PAGES = 60


class Nginx(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "site").mkdir()
        self.port = free_port()
        self.base = f"https://tls.example:{self.port}"
        self.expected = set()
        urls = [f"{self.base}/{number}.html" for number in range(PAGES)]
        for number, url in enumerate(urls):
            self.expected |= self.write(number, f"page {number}")
        (self.folder / "site/robots.txt").write_text(f"Sitemap: {self.base}/sitemap.xml\n")
        (self.folder / "site/sitemap.xml").write_text(urlset(urls))
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-days", "2", "-subj", "/CN=tls.example",
             "-addext", "subjectAltName=DNS:tls.example", "-out", "cert.pem",
             "-keyout", "key.pem"], check=True, capture_output=True, cwd=self.folder)
        start_nginx(self, self.folder, CONF, self.port)

    def write(self, number, name):
        make = (jsonld_page, rdfa_page, microdata_page)[number % 3]
        page, said = make(f"{self.base}/{number}.html", name)
        (self.folder / f"site/{number}.html").write_text(page)
        return said

    def crawl(self):
        """The run and what nginx noted: connection, protocol, status, path, coding."""
        log = self.folder / "access.log"
        before = len(log.read_text().splitlines())
        output, report = self.folder / "out.nq", self.folder / "report.json"
        result = self.run_program(
            "fetch", f"{self.base}/", "-o", output, "--report", report, "--cacert", "cert.pem",
            "--resolve", f"tls.example:{self.port}:127.0.0.1", "--delay", "0",
            "--connections", "4", output=output, report=report)
        self.assertEqual(result.code, 0, result)
        self.assert_dataset(result, frozenset(self.expected))
        return result, [line.split() for line in log.read_text().splitlines()[before:]]

    def test_pages_share_connections_of_http_2(self):
        _, noted = self.crawl()
        # robots.txt, the sitemap, and /.well-known/void, as the sitemap has no dataset.
        self.assertEqual(len(noted), PAGES + 3)
        self.assertEqual({line[1] for line in noted}, {"HTTP/2.0"})
        self.assertLessEqual(len({line[0] for line in noted}), 4)
        self.assertIn("gzip", {line[4] for line in noted if line[3].endswith(".html")})

    def test_the_second_run_is_answered_with_304(self):
        self.crawl()
        _, noted = self.crawl()
        statuses = collections.Counter(line[2] for line in noted if line[3].endswith(".html"))
        self.assertEqual(statuses, {"304": PAGES})

    def test_a_changed_page_is_sent_again(self):
        self.crawl()
        self.expected = {quad for quad in self.expected if not quad[3][1].endswith("/7.html")}
        self.expected |= self.write(7, "page seven with more to say")
        _, noted = self.crawl()
        self.assertEqual([line[3] for line in noted if line[2] == "200"
                          and line[3].endswith(".html")], ["/7.html"])

    def test_validate_finds_no_fault_in_its_answers_to_head_and_range(self):
        # RFC 9110 §9.3.2, §14; nginx packs what it sends by GET, and not what HEAD tells of.
        dump = "".join(f"<{self.base}/{n}> <{self.base}/p> <{self.base}/o> .\n" for n in range(999))
        (self.folder / "site/d.nt").write_text(dump)
        (self.folder / "site/sitemap.xml").write_text(
            urlset([f"{self.base}/{number}.html" for number in range(PAGES)]).replace(
                "</urlset>", "<d:dataset xmlns:d='http://sw.deri.org/2007/07/sitemapextension/"
                f"scschema.xsd'><d:dataDumpLocation>{self.base}/d.nt</d:dataDumpLocation>"
                "</d:dataset></urlset>"))
        log = self.folder / "access.log"
        before = len(log.read_text().splitlines())
        result = self.run_program(
            "validate", f"{self.base}/", "--format", "json", "--cacert", "cert.pem", "--resolve",
            f"tls.example:{self.port}:127.0.0.1", "--delay", "0", "--sample-pages", "6",
            "--only", "head.*", "--only", "dump.*")
        self.assertEqual((result.code, json.loads(result.out)["findings"]), (0, []), result)
        noted = [line.split() for line in log.read_text().splitlines()[before:]]
        self.assertIn("gzip", {line[4] for line in noted if line[3].endswith(".html")})
        self.assertEqual([line[2] for line in noted if line[3] == "/d.nt"], ["200", "200", "206"])
