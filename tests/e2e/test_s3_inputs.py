"""Manifests and other objects of an S3 store as inputs (docs/parts.md), against a store that knows what it is told."""

import os
import unittest
from xml.sax.saxutils import escape

from harness import PROGRAM, ProgramTest, triples

from lenient_s3 import KEY, SECRET, Fault, LenientS3, credentials
from manifests import files_of
from small_store import SmallStore
import subprocess

LINES = triples(90)
TEXTS = ["".join(LINES[:30]), "".join(LINES[30:50]), "".join(LINES[50:])]
PLACE = "bucket/lod/nightly/"
NO_WAITING = ("--retry-delay", "0")


class S3Test(ProgramTest):
    def setUp(self):
        super().setUp()
        self.store = self.enterContext(LenientS3())
        self.environment = {"HOME": str(self.folder)} | self.store.environment
        self.put(files_of(TEXTS))

    def put(self, files, place=PLACE):
        self.store.objects |= {place + name: data for name, data in files.items()}

    def run_s3(self, *arguments, code=0, environment=None):
        """With nothing of the outer environment that has to do with AWS."""
        outer = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        done = subprocess.run([str(PROGRAM), *map(str, arguments)], capture_output=True, timeout=60,
                              check=False, cwd=self.folder, stdin=subprocess.DEVNULL,
                              env=outer | (self.environment if environment is None else environment))
        from harness import Result
        result = Result(done)
        self.assertEqual(result.code, code, result)
        self.assertNotIn(SECRET, result.errors + result.out.decode("utf-8", "replace"))
        return result

    def convert(self, *arguments, **more):
        return self.run_s3("convert", f"s3://{PLACE}", *NO_WAITING, *arguments, **more)


class Read(S3Test):
    def test_a_manifest_stands_for_its_parts_by_its_name_and_its_prefix(self):
        for name in (f"s3://{PLACE}", f"s3://{PLACE}manifest.json"):
            result = self.run_s3("convert", name)
            self.assertEqual(result.out.decode(), "".join(LINES), name)

    def test_the_bucket_may_stand_in_the_host(self):
        self.store.virtual = "s3.example"
        result = self.convert("--s3-endpoint", f"http://s3.example:{self.store.port}", "--s3-style", "virtual",
                              "--connect-to", f"::127.0.0.1:{self.store.port}")
        self.assertEqual(result.out.decode(), "".join(LINES))
        self.assertEqual(self.store.requests[0].headers["host"], f"bucket.s3.example:{self.store.port}")
        self.assertEqual(self.store.requests[0].path, "/lod/nightly/manifest.json")

    def test_keys_of_any_characters_are_found_and_signed(self):
        name = "a b+c/%20&=ü(1)~.nt"
        self.store.objects["bucket/" + name] = LINES[0].encode()
        result = self.run_s3("convert", "s3://bucket/" + name, "--graph", "source")
        self.assertIn(b"<s3://bucket/a%20b+c/%2520&=%C3%BC(1)~.nt>", result.out)

    def test_load_slice_index_validate_and_inspect_read_it(self):
        (self.folder / "plain.nq").write_text("".join(LINES))
        self.run_program("slice", "plain.nq", "-o", "plain.slices.nq")
        self.run_s3("slice", f"s3://{PLACE}", "-o", "slices.nq")
        self.assertEqual((self.folder / "slices.nq").read_bytes(),
                         (self.folder / "plain.slices.nq").read_bytes())
        self.run_s3("validate", f"s3://{PLACE}")
        self.run_s3("inspect", f"s3://{PLACE}{sorted(files_of(TEXTS))[1]}")
        with SmallStore() as small:
            self.run_s3("load", f"s3://{PLACE}", "--to", small.base, "--state", "load.state")
            self.assertEqual(len(small.dataset()), 90)
            before = len(small.requests)
            self.run_s3("load", f"s3://{PLACE}", "--to", small.base, "--state", "load.state")
            self.assertFalse([one for one in small.requests[before:] if one.is_write])
        self.put(files_of(["<urn:a> <urn:b> <urn:c> <http://g.example/> .\n"]), "bucket/g/")
        result = self.run_s3("index", "s3://bucket/g/", "--index", "g.index")
        self.assertIn("1 document;", result.errors)

    def test_a_prefix_without_a_manifest_stands_for_the_data_below_it(self):
        self.store.page = 2
        self.store.objects |= {f"bucket/all/{name}": data for name, data in {
            "a.nt": b"<urn:a> <urn:b> <urn:c> .\n", "z/y.nq": b"<urn:z> <urn:b> <urn:c> .\n", "z/": b"",
            ".hidden/x.nt": b"!", "z/.x.nt": b"!", "readme.txt": b"!", "m.pdf": b"!"}.items()}
        self.put(files_of(TEXTS) | {"stray.nt": b"!"}, "bucket/all/lod/")
        result = self.run_s3("convert", "s3://bucket/all/")
        self.assertEqual(sorted(result.out.decode().splitlines(keepends=True)),
                         sorted([*LINES, "<urn:a> <urn:b> <urn:c> .\n", "<urn:z> <urn:b> <urn:c> .\n"]))
        self.assertIn("s3://bucket/all/: 1 manifest of parts, 2 files; left out: 2 hidden, 2 that are no data by "
                      "suffix (1 .pdf, 1 .txt)", result.errors)
        self.assertGreater(len(self.store.asked("GET", "list-type")), 3)
        self.store.fault = lambda request: Fault(body=b"<html>") if "list-type" in request.query else None
        self.assertIn("s3.answer", self.run_s3("convert", "s3://bucket/all/", code=3).errors)

    def test_parts_without_a_manifest_are_refused(self):
        files = files_of(TEXTS)
        del files["manifest.json"]
        token = "0123456789abcdef"
        parts = {f"part-{token}-{place:06}.nq.zst": data for place, data in enumerate(files.values(), 1)}
        self.put(parts | {"other.nt": LINES[0].encode()}, "bucket/cut/lod/")
        for place in ("s3://bucket/cut/lod/", "s3://bucket/cut/"):
            result = self.run_s3("convert", place, code=3)
            self.assertIn("s3://bucket/cut/lod/: parts without a manifest.json", result.errors)
            self.assertIn("[s3.missing]", result.errors)
            self.assertEqual(result.out, b"")
        # One by one they are objects like any other, and others call theirs so, too.
        self.run_s3("convert", f"s3://bucket/cut/lod/{min(parts)}")
        self.put({f"part-0000{place}-{token}.nq.zst": data for place, data in enumerate(files.values())},
                 "bucket/spark/")
        self.assertEqual(self.run_s3("convert", "s3://bucket/spark/").out.decode(), "".join(LINES))

    def test_everybody_may_read_without_keys(self):
        self.store.checks = False
        self.convert("--s3-unsigned", environment={"HOME": "/nowhere",
                                                   "AWS_ENDPOINT_URL": self.store.url})
        self.assertTrue(all("authorization" not in one.headers for one in self.store.requests))

    def test_a_site_is_none(self):
        self.assertIn("an S3 store is no site", self.run_s3("fetch", "s3://bucket/a", code=2).errors)
        self.assertIn("no bucket", self.run_s3("convert", "s3://a:b@c/d", code=2).errors)
        for bad in ("ftp://a.example", "http://name:word@a.example", "http://"):
            errors = self.run_s3("convert", "s3://bucket/a", "--s3-endpoint", bad, code=2).errors
            self.assertIn("--s3-endpoint", errors)
            self.assertNotIn("word", errors)


class Trouble(S3Test):
    def part(self, number=2):
        return PLACE + sorted(files_of(TEXTS))[number]

    def test_what_passes_is_asked_for_again_and_signed_anew(self):
        def fault(request):
            if request.number == 1:
                return Fault(status=503, code="SlowDown")
            if request.number == 2:
                return Fault(status=400, code="RequestTimeout")
            return None
        self.store.fault = fault
        self.assertEqual(self.convert().out.decode(), "".join(LINES))
        self.store.fault = lambda request: Fault(status=500, code="InternalError")
        self.assertIn("InternalError: as told (request R", self.convert(code=3).errors)

    def test_a_cut_body_goes_on_where_it_broke_off(self):
        self.store.objects["bucket/long.nq"] = "".join(triples(20_000)).encode()
        self.store.fault = lambda request: Fault(cut=400_000) if "range" not in request.headers else None
        result = self.run_s3("convert", "s3://bucket/long.nq", *NO_WAITING)
        self.assertEqual(result.out, self.store.objects["bucket/long.nq"])
        [rest] = [one for one in self.store.requests if "range" in one.headers]
        self.assertRegex(rest.headers["range"], r"^bytes=\d+-$")
        self.assertEqual(rest.headers["if-match"], self.store.etag(result.out))

    def test_the_rest_of_another_version_is_not_read(self):
        def fault(request):
            if "range" not in request.headers:
                return Fault(cut=400_000)
            self.store.objects["bucket/long.nq"] = "".join(triples(count)).encode()
            return None
        self.store.fault = fault
        for count in (30_000, 100):
            for self.store.conditions in ("honoured", "ignored"):
                self.store.objects["bucket/long.nq"] = "".join(triples(20_000)).encode()
                result = self.run_s3("convert", "s3://bucket/long.nq", *NO_WAITING, code=1)
                self.assertIn("s3.changed", result.errors)

    def test_a_part_with_other_bytes_is_refused(self):
        name = self.part()
        right = self.store.objects[name]
        for body in (right[:-1] + b"x", right + b"x", right[:-1]):
            self.store.fault = lambda request: Fault(body=body) if request.key == name else None
            result = self.convert(code=3)
            self.assertIn("manifest.part", result.errors)
            self.assertEqual(result.out.decode(), TEXTS[0] + TEXTS[2])
        self.assertIn("manifest.part", self.run_s3("validate", f"s3://{PLACE}", code=1).out.decode())

    def test_what_is_not_there_is_said(self):
        del self.store.objects[self.part()]
        result = self.convert(code=3)
        self.assertIn("NoSuchKey", result.errors)
        self.assertIn("[s3.missing]", result.errors)
        result = self.run_s3("convert", "s3://bucket/none/manifest.json", code=3)
        self.assertIn("s3://bucket/none/manifest.json: GET answered with status 404, NoSuchKey", result.errors)
        self.assertIn("no object below this prefix", self.run_s3("convert", "s3://bucket/none/", code=3).errors)
        self.assertIn("NoSuchBucket", self.run_s3("convert", "s3://other/none/", code=3).errors)
        self.assertIn("file.open", self.run_s3("validate", "s3://bucket/none/", code=1).out.decode())
        self.run_s3("load", "s3://bucket/none/", "--to", "http://127.0.0.1:1/", code=3)

    def test_a_manifest_that_cannot_be_gone_by_stops_the_command(self):
        text = self.store.objects[PLACE + "manifest.json"]
        self.store.objects[PLACE + "manifest.json"] = text[:-9]
        self.assertIn("manifest.syntax", self.convert(code=3).errors)

    def test_a_wrong_secret_and_a_wrong_clock_are_told(self):
        wrong = self.environment | {"AWS_SECRET_ACCESS_KEY": "w" * 40}
        result = self.convert(environment=wrong, code=3)
        self.assertIn("SignatureDoesNotMatch: as told", result.errors)
        self.assertIn("[s3.denied]", result.errors)
        self.assertNotIn("w" * 40, result.errors)
        self.store.fault = lambda request: Fault(status=403, code="RequestTimeTooSkewed")
        result = self.convert(code=3)
        self.assertIn("the clock of this machine says", result.errors)
        self.assertIn("[s3.clock]", result.errors)

    def test_redirects_are_not_followed(self):
        self.store.fault = lambda request: Fault(
            status=301, code="PermanentRedirect",
            headers={"Location": f"{self.store.url}/elsewhere", "x-amz-bucket-region": "eu-west-1"})
        result = self.convert(code=3)
        self.assertIn("the bucket is in region eu-west-1, not us-east-1", result.errors)
        self.assertNotIn("/elsewhere", [one.path for one in self.store.requests])

    def test_nobody_there(self):
        gone = self.environment | {"AWS_ENDPOINT_URL_S3": "http://127.0.0.1:1"}
        self.assertIn("s3.failed", self.convert(environment=gone, code=3).errors)


class Credentials(S3Test):
    """Each provider of the chain, none of whose secrets may be seen anywhere."""

    def setUp(self):
        super().setUp()
        self.store.keys = {"ASIATEMP": ("temporary/secret", "token+1")}
        self.base = {"HOME": str(self.folder), "AWS_ENDPOINT_URL_S3": self.store.url}

    def read(self, code=0, **variables):
        result = self.convert("-v", "--report", "report.json", code=code,
                              environment=self.base | {"AWS_EC2_METADATA_DISABLED": "true"} | variables)
        report = self.folder / "report.json"
        seen = result.errors + (report.read_text() if report.exists() else "")
        for secret in ("temporary/secret", "token+1", "web-token", "auth-token", "imds-token"):
            self.assertNotIn(secret, seen)
        return result

    def test_of_the_environment_with_a_token(self):
        self.read(AWS_ACCESS_KEY_ID="ASIATEMP", AWS_SECRET_ACCESS_KEY="temporary/secret",
                  AWS_SESSION_TOKEN="token+1")
        self.assertIn("AWS_SECRET_ACCESS_KEY is not", self.read(AWS_ACCESS_KEY_ID="ASIATEMP", code=3).errors)

    def test_of_the_shared_files(self):
        (self.folder / ".aws").mkdir()
        keys = "aws_access_key_id = ASIATEMP\naws_secret_access_key=temporary/secret\naws_session_token = token+1\n"
        (self.folder / ".aws/credentials").write_text("[default]\n" + keys)
        self.read()
        (self.folder / "keys").write_text("[other]\n" + keys)
        (self.folder / ".aws/credentials").unlink()
        self.read(AWS_SHARED_CREDENTIALS_FILE="keys", AWS_PROFILE="other")
        (self.folder / "config").write_text("[profile third]\n" + keys)
        self.read(AWS_CONFIG_FILE="config", AWS_PROFILE="third")
        errors = self.read(AWS_CONFIG_FILE="config", AWS_PROFILE="fourth", code=3).errors
        self.assertIn("no keys of profile fourth", errors)
        (self.folder / "config").write_text("[default]\ncredential_process = touch /nothing\n")
        self.assertIn("credential_process", self.read(AWS_CONFIG_FILE="config", code=3).errors)

    def test_of_a_web_identity(self):
        (self.folder / "token").write_text("web-token\n")
        asked = []

        def sts(request):
            asked.append(request)
            if len(asked) == 1:
                return 500, "no"
            return 200, ("<AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult><Credentials>"
                         "<AccessKeyId>ASIATEMP</AccessKeyId><SecretAccessKey>temporary/secret</SecretAccessKey>"
                         "<SessionToken>token+1</SessionToken><Expiration>2100-01-01T00:00:00Z</Expiration>"
                         "</Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>")
        self.store.others["/sts"] = sts
        variables = {"AWS_WEB_IDENTITY_TOKEN_FILE": "token", "AWS_ROLE_ARN": "arn:aws:iam::1:role/a b",
                     "AWS_ENDPOINT_URL_STS": self.store.url + "/sts"}
        self.read(**variables)
        self.assertLessEqual(len(asked), 3)  # for the manifest, and for its parts; the first failed
        self.assertEqual(asked[1].method, "POST")
        self.assertIn(b"WebIdentityToken=web-token", asked[1].body)
        self.assertIn(b"RoleArn=arn%3Aaws%3Aiam%3A%3A1%3Arole%2Fa%20b", asked[1].body)
        self.store.others["/sts"] = lambda request: (
            403, f"<ErrorResponse><Error><Code>AccessDenied</Code><Message>{escape('not <you>')}</Message>"
                 "</Error></ErrorResponse>")
        self.assertIn("AccessDenied: not <you>", self.read(**variables, code=3).errors)
        (self.folder / "token").write_text("web+token/1=\n")
        self.store.others["/sts"] = lambda request: (
            403, f"<ErrorResponse><Error><Code>InvalidIdentityToken</Code><Message>web+token/1= and "
                 f"{escape(request.body.decode())}</Message></Error></ErrorResponse>")
        errors = self.read(**variables, code=3).errors
        self.assertIn("InvalidIdentityToken: *** and ", errors)
        self.assertNotIn("web+token", errors)
        self.assertNotIn("web%2Btoken", errors)
        self.assertIn("gone: No such", self.read(**variables | {"AWS_WEB_IDENTITY_TOKEN_FILE": "gone"}, code=3).errors)

    def test_what_a_store_echoes_is_masked(self):
        self.store.fault = lambda request: Fault(
            status=403, code="AccessDenied", message=f"{request.headers.get('x-amz-security-token')} of ASIATEMP")
        errors = self.read(AWS_ACCESS_KEY_ID="ASIATEMP", AWS_SECRET_ACCESS_KEY="temporary/secret",
                           AWS_SESSION_TOKEN="token+1", code=3).errors
        self.assertIn("AccessDenied: *** of ***", errors)
        self.assertNotIn("token+1", errors)

    def test_of_a_container(self):
        asked = []

        def endpoint(request):
            asked.append(request)
            if request.headers.get("authorization") != "auth-token":
                return 401, "no"
            return 200, credentials("ASIATEMP", "temporary/secret", "token+1")
        self.store.others["/creds"] = endpoint
        (self.folder / "auth").write_text("auth-token\n")
        url = {"AWS_CONTAINER_CREDENTIALS_FULL_URI": self.store.url + "/creds"}
        self.read(**url, AWS_CONTAINER_AUTHORIZATION_TOKEN="auth-token")
        self.read(**url, AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE="auth")
        self.assertLessEqual(len(asked), 4)
        self.assertIn("gives no credentials: status 401", self.read(**url, code=3).errors)
        for bad in ("http://creds.example/", "gopher://127.0.0.1/"):
            self.assertIn("AWS_CONTAINER_CREDENTIALS_FULL_URI",
                          self.read(AWS_CONTAINER_CREDENTIALS_FULL_URI=bad, code=3).errors)
        self.store.others["/creds"] = lambda request: (200, "{}")
        self.assertIn("answers without credentials", self.read(**url, code=3).errors)

    def test_of_an_instance_by_version_2_and_through_no_proxy(self):
        folder = "/latest/meta-data/iam/security-credentials/"

        def with_token(text):
            return lambda request: (200, text) if request.headers.get(
                "x-aws-ec2-metadata-token") == "imds-token" else (401, "no")
        self.store.others |= {
            "/latest/api/token": lambda request: (200, "imds-token") if request.method == "PUT" else (405, ""),
            folder: with_token("my-role"),
            folder + "my-role": with_token(credentials("ASIATEMP", "temporary/secret", "token+1"))}
        variables = {"AWS_EC2_METADATA_DISABLED": "false",
                     "AWS_EC2_METADATA_SERVICE_ENDPOINT": self.store.url + "/"}
        self.read(**variables, http_proxy="http://127.0.0.1:1")
        self.store.others[folder] = lambda request: (404, "")
        self.assertIn("knows no role", self.read(**variables, code=3).errors)
        variables["AWS_EC2_METADATA_SERVICE_ENDPOINT"] = "http://127.0.0.1:1"
        errors = self.read(**variables, code=3).errors
        for looked in ("AWS_ACCESS_KEY_ID is not set", "AWS_WEB_IDENTITY_TOKEN_FILE is not set", ".aws/credentials",
                       "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "the instance's metadata (http://127.0.0.1:1)"):
            self.assertIn(looked, errors)

    def test_keys_that_expire_are_asked_for_anew(self):
        given = []

        def endpoint(request):
            given.append(f"ASIA{len(given)}")
            self.store.keys[given[-1]] = ("temporary/secret", "token+1")
            return 200, credentials(given[-1], "temporary/secret", "token+1", "2001-01-01T00:00:00Z")
        self.store.others["/creds"] = endpoint
        self.read(AWS_CONTAINER_CREDENTIALS_FULL_URI=self.store.url + "/creds")
        self.assertGreater(len(given), 2)

    def test_keys_that_the_store_takes_no_more_are_asked_for_anew_once(self):
        given = []

        def endpoint(request):
            given.append(f"ASIA{len(given)}")
            return 200, credentials(given[-1], "temporary/secret", "token+1")
        self.store.others["/creds"] = endpoint
        self.store.keys = {"ASIA1": ("temporary/secret", "token+1"), "ASIA3": ("temporary/secret", "token+1")}
        self.read(AWS_CONTAINER_CREDENTIALS_FULL_URI=self.store.url + "/creds")
        self.store.keys = {}
        given.clear()
        self.assertIn("InvalidAccessKeyId", self.read(
            AWS_CONTAINER_CREDENTIALS_FULL_URI=self.store.url + "/creds", code=3).errors)
        self.assertLess(len(given), 9)


if __name__ == "__main__":
    unittest.main()
