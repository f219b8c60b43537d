"""deploy/kubernetes, deploy/compose and deploy/Containerfile: held against what their tools ask for, and against the program."""

import hashlib
import os
import pathlib
import re
import shutil
import stat
import subprocess
import tempfile
import unittest

import jsonschema
import yaml

from harness import PROGRAM, ROOT, ProgramTest
from catalogue import UNPACK

KUBERNETES = ROOT / "deploy/kubernetes"
COMPOSE = ROOT / "deploy/compose"
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*[a-z0-9]")
#: A word of a secret may stand nowhere but in a name, a path, or what is to be written over.
SECRET = re.compile(r"(?i)(password|secret_access_key|access_key_id)[ \t]*[:=][ \t]*([^\s/]\S*)")

NAME = {"type": "string", "pattern": "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"}
CONTAINER = {
    "type": "object", "additionalProperties": False,
    "required": ["name", "image", "command", "resources", "securityContext"],
    "properties": {
        "name": NAME, "image": {"type": "string", "pattern": "^semsite:[0-9.]+$"},
        "command": {"type": "array", "items": {"type": "string"}, "minItems": 1},
        "env": {"type": "array", "items": {
            "type": "object", "required": ["name"], "additionalProperties": False,
            "oneOf": [{"required": ["value"]}, {"required": ["valueFrom"]}],
            "properties": {"name": {"type": "string"}, "value": {"type": "string"}, "valueFrom": {
                "type": "object", "additionalProperties": False, "required": ["secretKeyRef"],
                "properties": {"secretKeyRef": {"type": "object", "required": ["name", "key"]}}}}}},
        "ports": {"type": "array", "items": {"type": "object", "required": ["containerPort"],
                                             "properties": {"containerPort": {"type": "integer"}, "name": NAME},
                                             "additionalProperties": False}},
        "resources": {"type": "object", "required": ["requests", "limits"]},
        "securityContext": {"type": "object", "required": ["allowPrivilegeEscalation", "readOnlyRootFilesystem", "capabilities"],
                            "properties": {"allowPrivilegeEscalation": {"const": False}, "readOnlyRootFilesystem": {"const": True},
                                           "capabilities": {"const": {"drop": ["ALL"]}}}},
        "volumeMounts": {"type": "array", "items": {
            "type": "object", "required": ["name", "mountPath"], "additionalProperties": False,
            "properties": {"name": NAME, "mountPath": {"type": "string", "pattern": "^/"}, "readOnly": {"type": "boolean"}}}},
    }}
POD = {
    "type": "object", "additionalProperties": False,
    "required": ["restartPolicy", "containers", "securityContext", "automountServiceAccountToken"],
    "properties": {
        # A rule for failures wants this one (batch/v1, podFailurePolicy).
        "restartPolicy": {"const": "Never"}, "terminationGracePeriodSeconds": {"type": "integer"},
        "automountServiceAccountToken": {"const": False},
        "securityContext": {"type": "object", "required": ["runAsNonRoot", "runAsUser"]},
        "containers": {"type": "array", "items": CONTAINER, "minItems": 1, "maxItems": 1},
        "volumes": {"type": "array", "items": {
            "type": "object", "required": ["name"], "minProperties": 2, "maxProperties": 2, "additionalProperties": False,
            "properties": {"name": NAME, "emptyDir": {"type": "object"},
                           "configMap": {"type": "object", "required": ["name"]},
                           "secret": {"type": "object", "required": ["secretName", "defaultMode"]},
                           "persistentVolumeClaim": {"type": "object", "required": ["claimName"]}}}}}}
JOB = {
    "type": "object", "additionalProperties": False, "required": ["template"],
    "properties": {
        "completionMode": {"const": "Indexed"}, "completions": {"type": "integer", "minimum": 1},
        "parallelism": {"type": "integer", "minimum": 1}, "backoffLimit": {"type": "integer"},
        "podFailurePolicy": {"type": "object", "required": ["rules"], "properties": {"rules": {"type": "array", "items": {
            "type": "object", "required": ["action", "onExitCodes"], "additionalProperties": False,
            "properties": {"action": {"enum": ["FailJob", "Ignore", "Count"]}, "onExitCodes": {
                "type": "object", "required": ["operator", "values"],
                "properties": {"operator": {"enum": ["In", "NotIn"]}, "containerName": NAME,
                               "values": {"type": "array", "items": {"type": "integer"}}}}}}}}},
        "template": {"type": "object", "required": ["metadata", "spec"],
                     "properties": {"metadata": {"type": "object"}, "spec": POD}}}}
METADATA = {"type": "object", "required": ["name"], "properties": {"name": NAME}}
#: apiVersion and the rest of each kind that is used.
KINDS = {
    "ConfigMap": ("v1", {"data": {"type": "object", "additionalProperties": {"type": "string"}}}),
    "Secret": ("v1", {"type": {"const": "Opaque"},
                      "stringData": {"type": "object", "additionalProperties": {"type": "string"}}}),
    "PersistentVolumeClaim": ("v1", {"spec": {
        "type": "object", "required": ["accessModes", "resources"],
        "properties": {"accessModes": {"type": "array", "items": {"enum": ["ReadWriteOnce", "ReadWriteMany"]}}}}}),
    "Job": ("batch/v1", {"spec": JOB}),
    "CronJob": ("batch/v1", {"spec": {
        "type": "object", "required": ["schedule", "jobTemplate"], "additionalProperties": False,
        "properties": {
            "schedule": {"type": "string", "pattern": r"^\S+ \S+ \S+ \S+ \S+$"},
            "concurrencyPolicy": {"const": "Forbid"}, "startingDeadlineSeconds": {"type": "integer"},
            "successfulJobsHistoryLimit": {"type": "integer"}, "failedJobsHistoryLimit": {"type": "integer"},
            "jobTemplate": {"type": "object", "required": ["spec"], "properties": {"spec": JOB}}}}}),
}
SERVICE = {
    "type": "object", "required": ["image"], "additionalProperties": False,
    "properties": {
        "image": {"type": "string", "pattern": r"^[a-z0-9./-]+:[\w.-]+$"}, "user": {"type": "string"},
        "command": {"type": "array", "items": {"type": "string"}},
        "entrypoint": {"type": "array", "items": {"type": "string"}},
        "environment": {"type": "object", "additionalProperties": {"type": "string"}},
        "secrets": {"type": "array", "items": {"type": "string"}},
        "configs": {"type": "array", "items": {"type": "object", "required": ["source", "target"]}},
        "volumes": {"type": "array", "items": {"type": "string"}}, "tmpfs": {"type": "array", "items": {"type": "string"}},
        "healthcheck": {"type": "object", "required": ["test"]}, "read_only": {"const": True},
        "cap_drop": {"const": ["ALL"]}, "security_opt": {"type": "array"},
        "stop_grace_period": {"type": "string"}, "restart": {"type": "string"},
        "depends_on": {"type": "object", "additionalProperties": {
            "type": "object", "required": ["condition"],
            "properties": {"condition": {"enum": ["service_healthy", "service_completed_successfully", "service_started"]}}}}}}
FILES = {"type": "object", "additionalProperties": {
    "type": "object", "required": ["file"], "additionalProperties": False, "properties": {"file": {"type": "string", "pattern": r"^\./"}}}}
COMPOSE_FILE = {
    "type": "object", "required": ["services"], "additionalProperties": False,
    "properties": {"name": {"type": "string"}, "services": {"type": "object", "additionalProperties": SERVICE},
                   "configs": FILES, "secrets": FILES, "volumes": {"type": "object"}}}


def documents(path):
    return list(yaml.safe_load_all(path.read_text("utf-8")))


def pod_of(one):
    spec = one["spec"]["jobTemplate"]["spec"] if one["kind"] == "CronJob" else one["spec"]
    return spec, spec["template"]["spec"]


def options_of(command):
    done = subprocess.run([PROGRAM, command, "--help", "all"], capture_output=True, text=True, check=True, timeout=60)
    return set(OPTION.findall(done.stdout))


class Kubernetes(ProgramTest):
    def all(self):
        for path in sorted(KUBERNETES.glob("*.yaml")):
            for one in documents(path):
                yield path.name, one

    def pods(self):
        return [(name, one, *pod_of(one)) for name, one in self.all() if one["kind"] in ("Job", "CronJob")]

    def test_each_document_is_of_its_kind(self):
        kinds = []
        for name, one in self.all():
            with self.subTest(name, kind=one.get("kind")):
                version, members = KINDS[one["kind"]]
                jsonschema.validate(one, {
                    "type": "object", "additionalProperties": False, "required": ["apiVersion", "kind", "metadata", *members],
                    "properties": {"apiVersion": {"const": version}, "kind": {}, "metadata": METADATA, **members}})
                kinds.append(one["kind"])
        self.assertEqual(sorted(kinds), ["ConfigMap", "CronJob", "Job", "PersistentVolumeClaim", "Secret"])

    def test_the_schema_refuses_what_is_none(self):
        [(_, job, _, _)] = [pod for pod in self.pods() if pod[1]["kind"] == "Job"]
        job["spec"]["template"]["spec"]["restartPolicy"] = "OnFailure"
        with self.assertRaises(jsonschema.ValidationError):
            jsonschema.validate(job["spec"], JOB)

    def test_what_pods_name_is_there(self):
        given = {(one["kind"], one["metadata"]["name"]) for _, one in self.all()}
        for name, _, spec, pod in self.pods():
            with self.subTest(name):
                volumes = {volume["name"]: volume for volume in pod["volumes"]}
                [container] = pod["containers"]
                self.assertEqual({mount["name"] for mount in container["volumeMounts"]}, set(volumes))
                for volume in volumes.values():
                    if "configMap" in volume:
                        self.assertIn(("ConfigMap", volume["configMap"]["name"]), given)
                    if "secret" in volume:
                        self.assertIn(("Secret", volume["secret"]["secretName"]), given)
                        self.assertEqual(volume["secret"]["defaultMode"] & 0o007, 0)
                for rule in spec["podFailurePolicy"]["rules"]:
                    self.assertEqual(rule["onExitCodes"]["containerName"], container["name"])
                    self.assertNotIn(0, rule["onExitCodes"]["values"])

    def test_the_program_has_every_option(self):
        for name, _, _, pod in self.pods():
            [container] = pod["containers"]
            words = " ".join(container["command"])
            [command] = re.findall(r"semsite ([a-z]+)", words)
            with self.subTest(name):
                self.assertEqual(set(OPTION.findall(words)) - options_of(command), set())
        [settings] = [one for _, one in self.all() if one["kind"] == "ConfigMap"]
        config = self.folder / "semsite.conf"
        config.write_text(settings["data"]["semsite.conf"])
        result = self.run_program("fetch", "--config", config, "--sites", "none.txt", "-o", "out.nq")
        self.assertIn("none.txt", result.errors)  # what is wrong is another thing

    def test_what_the_cron_job_runs_does_what_it_says(self):
        """With folders of ours for its volumes, and a folder for the store."""
        [(_, _, _, pod)] = [pod for pod in self.pods() if pod[1]["kind"] == "CronJob"]
        [container] = pod["containers"]
        [settings] = [one for _, one in self.all() if one["kind"] == "ConfigMap"]
        for name, text in settings["data"].items():
            (self.folder / name).write_text(text)
        (self.folder / "sites.txt").write_text("http://www.example.com/a.nt\n")
        self.site.add("/a.nt", text='<http://a.example/s> <http://a.example/p> "1" .\n', type="application/n-triples")
        words = []
        for word in container["command"][1:]:
            if word.startswith(("--s3-endpoint=", "--work=")):
                continue
            word = word.replace("/etc/semsite", str(self.folder)).replace("/var/lib/semsite", str(self.folder))
            words.append(word.replace("s3://lod/nightly/", f"{self.folder}/lod/").replace(":9464", ":0").replace("0.0.0.0", ""))
        result = self.run_program(*words, "--delay", "0", *self.web.connect_to_args())
        self.assertEqual(result.code, 0, result)
        self.assertTrue((self.folder / "lod/manifest.json").exists())
        self.assertIn('"event":"site_ended"', result.errors.replace('": "', '":"'))

    def test_the_indexed_job_has_the_quads_of_one_process(self):
        [(_, _, spec, pod)] = [pod for pod in self.pods() if pod[1]["kind"] == "Job"]
        self.assertEqual(spec["completionMode"], "Indexed")
        [container] = pod["containers"]
        given = {one["name"]: one["value"] for one in container["env"]}
        self.assertEqual(int(given["SHARES"]), spec["completions"])
        (self.folder / "bin").mkdir()
        (self.folder / "bin/semsite").symlink_to(PROGRAM)
        dump = self.folder / "dump.nt"
        dump.write_text("".join(f'_:n{i % 7} <http://a.example/p> "{"x" * (i * 37 % 211)}{i}" .\n' for i in range(2000)))
        shares = 5
        for index in range(shares):
            done = subprocess.run(container["command"], cwd=self.folder, capture_output=True, text=True, timeout=60, check=False,
                                  env={**os.environ, **given, "PATH": f"{self.folder}/bin:{os.environ['PATH']}",
                                       "SHARES": str(shares), "FILE": str(dump), "FOLDER": str(self.folder / "shares"),
                                       "JOB_COMPLETION_INDEX": str(index)})
            self.assertEqual(done.returncode, 0, done.stderr)
        parts = sorted((self.folder / "shares").glob("share-*.nq.zst"))
        self.assertEqual([part.name[6:12] for part in parts], [f"{i:06d}" for i in range(1, shares + 1)])
        got = b"".join(UNPACK[".zst"](part.read_bytes()) for part in parts)
        whole = self.run_program("convert", dump).out
        self.assertEqual(hashlib.sha256(got).hexdigest(), hashlib.sha256(whole).hexdigest())

    def test_secrets_stand_in_secrets_alone(self):
        for path in sorted(KUBERNETES.glob("*.yaml")):
            for found in SECRET.finditer(re.sub(r"^\s*#.*$", "", path.read_text(), flags=re.MULTILINE)):
                with self.subTest(path.name, found=found[0]):
                    self.assertEqual(found[2], "WRITE-YOURS-HERE")
        for name, _, _, pod in self.pods():
            for one in pod["containers"][0].get("env", ()):
                with self.subTest(name, one=one):
                    if re.search(r"(?i)password|secret|key|token", one["name"]):
                        self.assertTrue("valueFrom" in one or one["value"].startswith("/"))


class Compose(unittest.TestCase):
    def setUp(self):
        [self.file] = documents(COMPOSE / "compose.yaml")
        self.worker = self.file["services"]["worker"]

    def test_it_is_a_compose_file(self):
        jsonschema.validate(self.file, COMPOSE_FILE)
        services = self.file["services"]
        for name, service in services.items():
            with self.subTest(name):
                self.assertLessEqual(set(service.get("depends_on", ())), set(services))
                for other, how in service.get("depends_on", {}).items():
                    if how["condition"] == "service_healthy":
                        self.assertIn("healthcheck", services[other])
                self.assertLessEqual(set(service.get("secrets", ())), set(self.file["secrets"]))
                self.assertLessEqual({one["source"] for one in service.get("configs", ())}, set(self.file["configs"]))
                named = {volume.split(":")[0] for volume in service.get("volumes", ())}
                self.assertLessEqual(named, set(self.file["volumes"]))
        self.assertEqual(set(services), {"database", "store", "bucket", "tables", "worker"})

    @unittest.skipUnless(shutil.which("docker-compose") or shutil.which("podman-compose"), "no compose program is installed")
    def test_its_own_tool_takes_it(self):
        tool = shutil.which("docker-compose") or shutil.which("podman-compose")
        done = subprocess.run([tool, "-f", COMPOSE / "compose.yaml", "config"], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_the_program_has_every_option_of_the_workers(self):
        command = self.worker["command"]
        self.assertEqual(command[:2], ["semsite", "fetch"])
        # All speak of the same database, and of nobody's password.
        [place] = [word.partition("=")[2] for word in command if word.startswith("--queue=")]
        self.assertEqual(self.file["services"]["tables"]["command"], ["semsite", "queue", "init", place])
        named = set(OPTION.findall(" ".join(command)))
        missing = named - options_of("fetch")
        self.assertEqual(missing - {"--queue", "--name"}, set())
        if missing:
            self.skipTest("this fetch has no queue")

    def test_secrets_are_files(self):
        text = re.sub(r"^\s*#.*$", "", (COMPOSE / "compose.yaml").read_text(), flags=re.MULTILINE)
        for name, service in self.file["services"].items():
            for key, value in service.get("environment", {}).items():
                with self.subTest(name, key=key):
                    if re.search(r"PASSWORD|SECRET|KEY|TOKEN|PASS|CREDENTIALS|ROOT_USER", key):
                        self.assertTrue(key.endswith(("_FILE", "PGPASSFILE")), key)
                        self.assertEqual(pathlib.PurePath(value).parent, pathlib.PurePath("/run/secrets"))
                        self.assertIn(pathlib.PurePath(value).name, service["secrets"])
            # Nor on a command line.
            self.assertNotRegex(" ".join(service.get("command", [])), r"(?i)password|://[^/\s]*:[^/\s]*@")
        self.assertEqual(SECRET.findall(text), [])
        ignored = (ROOT / ".gitignore").read_text().split()
        self.assertIn("/deploy/compose/secrets/", ignored)
        self.assertIn("/deploy/compose/.env", ignored)

    def test_secrets_are_drawn_once_and_for_their_owner_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            shutil.copy(COMPOSE / "make-secrets.sh", folder)

            def drawn():
                subprocess.run(["sh", folder / "make-secrets.sh"], check=True, timeout=60)
                return {path.name: path.read_text() for path in (folder / "secrets").iterdir()}
            first = drawn()
            self.assertEqual(set(first), {pathlib.PurePath(one["file"]).name for one in self.file["secrets"].values()})
            self.assertEqual(drawn(), first)
            self.assertEqual({stat.S_IMODE(path.stat().st_mode) for path in (folder / "secrets").iterdir()}, {0o600})
            self.assertEqual(first["pgpass"], f"*:*:*:semsite:{first['postgres_password']}\n")
            self.assertIn(first["store_password"], first["aws_credentials"])
            self.assertEqual(len(first["store_password"]), 64)
            self.assertNotEqual(first["store_password"], first["postgres_password"])
            self.assertEqual((folder / ".env").read_text(), f"UID={os.getuid()}\nGID={os.getgid()}\n")


class Containerfile(unittest.TestCase):
    def setUp(self):
        text = (ROOT / "deploy/Containerfile").read_text()
        lines = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ").splitlines()
        self.steps = [tuple(line.split(None, 1)) for line in lines if line.strip()]

    def test_its_steps_are_steps(self):
        self.assertEqual({name for name, _ in self.steps}
                         - {"FROM", "WORKDIR", "COPY", "RUN", "USER", "ENTRYPOINT", "CMD"}, set())
        self.assertEqual(self.steps[0][0], "FROM")
        for name, rest in self.steps:
            if name == "COPY" and not rest.startswith("--from"):
                self.assertTrue((ROOT / rest.split()[0]).exists(), rest)
            if name == "RUN":
                done = subprocess.run(["sh", "-n", "-c", rest], capture_output=True, text=True, check=False, timeout=60)
                self.assertEqual(done.returncode, 0, (rest, done.stderr))

    @unittest.skipUnless("bookworm" in pathlib.Path("/etc/os-release").read_text(), "the image is of Debian 12")
    def test_it_installs_what_the_program_is_linked_with(self):
        [install] = [rest for name, rest in self.steps if name == "RUN" and "ca-certificates" in rest]
        installed = set(install.split())
        linked = subprocess.run(["readelf", "-d", PROGRAM], capture_output=True, text=True, check=True, timeout=60).stdout
        missing = set()
        for library in re.findall(r"\(NEEDED\)\s+Shared library: \[(.*?)\]", linked):
            found = subprocess.run(["dpkg-query", "-S", f"*/{library}"], capture_output=True, text=True, check=False, timeout=60).stdout
            packages = {line.split(":")[0] for line in found.splitlines()}
            # Those of the base image: every Debian has them.
            if packages and not packages & (installed | {"libc6", "libstdc++6", "libgcc-s1", "zlib1g"}):
                missing.add((library, *packages))
        self.assertEqual(missing, set())


if __name__ == "__main__":
    unittest.main()
