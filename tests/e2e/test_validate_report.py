"""The verdict of `semsite validate` on the terminal, and its report as SARIF."""

import json
import os
import pty
import re
import subprocess

from harness import PROGRAM
from validate_run import PAGE, SITE, Validation, listed

# RFC 3986, appendix A: what a URI reference may consist of.
REFERENCE = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*:)?(?:[A-Za-z0-9._~:/?#@!$&'()*+,;=-]|\[[0-9A-Fa-f:.]+\]"
                       r"|%[0-9A-Fa-f]{2})*")


class Verdict(Validation):
    def run_it(self, *arguments):
        return self.run_program("validate", f"{SITE}/", "--delay", "0",
                                *self.web.connect_to_args(), *arguments)

    def test_it_stands_on_the_terminal_when_the_report_does_not(self):
        self.publish(listed("/a#b"))
        line = r"not passed: \d+ errors?, \d+ warnings?, \d+ notes?; checked: 1 robots\.txt, \d+ pages?, 1 sitemap"
        for name in ("report.json", "report.html", "report.sarif", "report.txt"):
            result = self.run_it("-o", name)
            self.assertEqual((result.code, result.out), (1, b""))
            [told] = [one for one in result.errors.splitlines() if "checked:" in one]
            self.assertRegex(told, line)
            self.assertTrue(told.endswith(f"; see {name}"), told)
        for form in ("json", "html", "sarif"):
            self.assertRegex(self.run_it("--format", form).errors, line)
        text = self.run_it()
        self.assertNotIn("checked:", text.errors)
        self.assertRegex(text.out.decode().splitlines()[-1], line)

    def test_it_says_that_all_is_well(self):
        self.publish(listed("/"))
        result = self.run_it("-o", "report.json")
        self.assertEqual(result.code, 0)
        self.assertRegex(result.errors, r"(?m)passed: 0 errors, 0 warnings, \d+ notes?; checked: ")
        self.assertNotIn("not passed", result.errors)
        self.assertEqual(self.run_it("-q", "-o", "report.json").errors, "")

    def test_a_text_that_the_shell_puts_into_a_file_has_one_too(self):
        path = self.folder / "s.xml"
        path.write_text(listed("/a b"))
        terminal, end = pty.openpty()
        with open(self.folder / "report.txt", "wb") as report:
            code = subprocess.run([PROGRAM, "validate", path], stdout=report, stderr=end, timeout=60,
                                  check=False).returncode
        os.close(end)
        told = os.read(terminal, 65536).decode()
        os.close(terminal)
        self.assertEqual(code, 1)
        self.assertIn("not passed: 0 errors, 1 warning, 0 notes; checked: 1 sitemap", told)


class Sarif(Validation):
    def sarif(self, *arguments, url=f"{SITE}/"):
        result = self.run_program("validate", url, "--format", "sarif", "--delay", "0", "--retries", "1",
                                  *self.web.connect_to_args(), *arguments)
        return result.code, self.checked(json.loads(result.out))

    def checked(self, log):
        """Its one run, once the log is what SARIF 2.1.0 and code scanning of GitHub want."""
        self.assertEqual(log["version"], "2.1.0")
        self.assertTrue(log["$schema"].endswith("sarif-schema-2.1.0.json"))
        self.assertEqual(set(log), {"$schema", "version", "runs"})
        [run] = log["runs"]
        driver = run["tool"]["driver"]
        self.assertEqual(driver["name"], "semsite")
        self.assertRegex(driver["version"], r"^\d+\.\d+")
        self.assertTrue(run["automationDetails"]["id"].startswith("semsite-validate/"))
        self.assertTrue(run["automationDetails"]["id"].endswith("/"))
        for base in run["originalUriBaseIds"].values():
            self.assertRegex(base["uri"], "^file:///.*/$")
        levels = {"none", "note", "warning", "error"}
        for invocation in run["invocations"]:
            self.assertIsInstance(invocation["executionSuccessful"], bool)
            self.assertRegex(invocation["endTimeUtc"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
            for note in invocation["toolExecutionNotifications"]:
                self.assertIn(note["level"], levels)
                self.assertTrue(note["message"]["text"])
        rules = driver["rules"]
        self.assertEqual(len({rule["id"] for rule in rules}), len(rules))
        for rule in rules:
            self.assertRegex(rule["name"], "^[A-Z][A-Za-z0-9]*$")
            for text in ("shortDescription", "fullDescription", "help"):
                self.assertTrue(rule[text]["text"])
            self.assertIn(rule["defaultConfiguration"]["level"], levels)
        for result in run["results"]:
            self.assertEqual(rules[result["ruleIndex"]]["id"], result["ruleId"])
            self.assertIn(result["level"], levels)
            self.assertTrue(result["message"]["text"])
            [location] = result["locations"]
            physical = location["physicalLocation"]
            self.assertTrue(REFERENCE.fullmatch(physical["artifactLocation"]["uri"]), physical)
            self.assertGreaterEqual(physical["region"]["startLine"], 1)
            base = physical["artifactLocation"].get("uriBaseId")
            self.assertTrue(base is None or base in run["originalUriBaseIds"])
        return run

    @staticmethod
    def places(run):
        return {result["ruleId"]: (
            result["level"], result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            result["locations"][0]["physicalLocation"]["region"]["startLine"])
            for result in run["results"]}

    def test_a_site(self):
        self.publish(listed("/a b", "/gone"), f"Disalow: /\nSitemap: {SITE}/sitemap.xml\n")
        code, run = self.sarif()
        self.assertEqual(code, 1)
        found = self.places(run)
        self.assertEqual(found["robots.misspelt"], ("warning", f"{SITE}/robots.txt", 1))
        self.assertEqual(found["sitemap.escaping"], ("warning", f"{SITE}/sitemap.xml", 3))
        self.assertEqual(found["page.unreachable"][0], "error")
        self.assertEqual(run["automationDetails"]["id"], f"semsite-validate/{SITE}/")

    def test_a_file_is_named_from_the_working_folder(self):
        (self.folder / "my maps").mkdir()
        (self.folder / "my maps" / "s.xml").write_text(listed("/a b"))
        _, run = self.sarif(url="my maps/s.xml")
        self.assertEqual(self.places(run)["sitemap.escaping"], ("warning", "my%20maps/s.xml", 3))

    def test_a_site_without_a_fault_has_an_empty_list(self):
        self.publish(listed("/"), f"Sitemap: {SITE}/sitemap.xml\n")
        code, run = self.sarif("--ignore", "*")
        self.assertEqual((code, run["results"], run["tool"]["driver"]["rules"]), (0, [], []))

    def test_a_thousand_places_of_each_code_and_the_number_of_the_rest(self):
        path = self.folder / "s.txt"
        path.write_text(f"{SITE}/\n" + "no url\n" * 1_500)
        _, run = self.sarif(url=path)
        self.assertEqual(sum(one["ruleId"] == "sitemap.text" for one in run["results"]), 1_000)
        notes = [one["message"]["text"] for one in run["invocations"][0]["toolExecutionNotifications"]]
        self.assertTrue(any("500 places are not among the results, 1,500 in all" in one for one in notes), notes)
        _, run = self.sarif("--places", "3", url=path)
        self.assertEqual(sum(one["ruleId"] == "sitemap.text" for one in run["results"]), 3)

    def test_its_suffix_is_enough_and_no_password_is_in_it(self):
        self.publish(listed("/gone"))
        for name in ("r.sarif", "r.sarif.json"):
            self.run_program("validate", f"{SITE.replace('//', '//me:secret@')}/", "-o", name, "--delay", "0",
                             *self.web.connect_to_args())
            text = (self.folder / name).read_text("utf-8")
            self.checked(json.loads(text))
            self.assertNotIn("secret", text)

    def test_what_is_cut_short_is_no_success(self):
        self.publish(listed("/"))
        report = self.validate("--max-bytes", "1", "--fail-on", "error")
        self.assertFalse(report["passed"])
        self.assertNotEqual(report["status"], 0)
        _, run = self.sarif("--max-bytes", "1")
        self.assertFalse(run["invocations"][0]["executionSuccessful"])
