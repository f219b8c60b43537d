"""TLS: certificates are checked, and --cacert names an authority of one's own."""

import http.server
import pathlib
import ssl
import subprocess
import threading

from harness import ProgramTest, dataset_of, triples

DATA = triples(2000)


class Dump(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = "".join(DATA).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/n-triples")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Https(ProgramTest):
    def setUp(self):
        super().setUp()
        self.certificate, key = self.folder / "cert.pem", self.folder / "key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-days", "2", "-subj", "/CN=tls.example",
             "-addext", "subjectAltName=DNS:tls.example",
             "-out", self.certificate, "-keyout", key], check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Dump)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        self.addCleanup(server.server_close)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(server.shutdown)
        self.port = server.server_port

    def convert(self, host, *arguments):
        output = pathlib.Path(self.folder / "out.nq")
        return self.run_program("convert", f"https://{host}:{self.port}/d.nt", "-o", output,
                                "--resolve", f"{host}:{self.port}:127.0.0.1", *arguments,
                                output=output)

    def test_an_authority_of_ones_own_is_trusted_when_named(self):
        result = self.convert("tls.example", "--cacert", self.certificate)
        self.assertEqual(result.code, 0, result)
        self.assert_dataset(result, dataset_of(DATA))

    def test_an_unknown_authority_is_not_trusted(self):
        result = self.convert("tls.example")
        self.assertEqual(result.code, 3, result)
        self.assertIn("certificate", result.errors)
        self.assertFalse(result.quads)

    def test_a_certificate_for_another_host_is_refused(self):  # RFC 9110 §4.3.4
        result = self.convert("other.example", "--cacert", self.certificate)
        self.assertEqual(result.code, 3, result)
        self.assertIn("other.example", result.errors)
        self.assertFalse(result.quads)
