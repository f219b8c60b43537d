"""The pages in docs/ name every option of their command, and none that it lacks."""

import re
import subprocess
import unittest

from harness import PROGRAM, ROOT

OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*[a-z0-9]")

#: With a page of options.
COMMANDS = ("plan", "fetch", "convert", "slice", "load", "index", "search", "serve", "inspect",
            "validate")


class Documentation(unittest.TestCase):
    def options_of(self, command):
        # Those that a command has no use for are taken by it, and help does not show them.
        done = subprocess.run([PROGRAM, "completion", "fish"], capture_output=True, text=True,
                              check=True, timeout=60)
        listed = re.findall(rf"^complete .*'__semsite_command {command}' -l ([a-z0-9-]+)",
                            done.stdout, re.MULTILINE)
        self.assertIn("config", listed)
        return {f"--{name}" for name in listed}

    def page(self, name):
        return (ROOT / "docs" / f"{name}.md").read_text("utf-8")

    def test_the_readme_is_short_and_its_picture_is_there_and_small(self):
        readme = (ROOT / "README.md").read_text("utf-8")
        self.assertLessEqual(len(readme.splitlines()), 150)
        [(words, name)] = re.findall(r"!\[([^\]]*)\]\(([^)]*)\)", readme)
        self.assertGreater(len(words), 20)
        picture = (ROOT / name).read_bytes()
        self.assertEqual(picture[:8], b"\x89PNG\r\n\x1a\n")
        self.assertLess(len(picture), 100_000)
        self.assertIn(name, (ROOT / "examples/picture.py").read_text("utf-8"))

    def test_every_option_is_on_the_page_of_its_command(self):
        for command in COMMANDS:
            with self.subTest(command):
                named = set(OPTION.findall(self.page(command)))
                self.assertEqual(self.options_of(command) - named, set())

    def test_no_page_has_a_table_row_for_an_option_that_its_command_lacks(self):
        for command in COMMANDS:
            with self.subTest(command):
                rows = "\n".join(re.findall(r"^\| (`.*?) \|", self.page(command), re.MULTILINE))
                self.assertEqual(set(OPTION.findall(rows)) - self.options_of(command), set())

    def test_shared_options_are_those_that_every_command_has(self):
        rows = "\n".join(re.findall(r"^\| (`.*?) \|", self.page("options"), re.MULTILINE))
        commands = ("plan", "fetch", "convert", "slice", "load", "index", "inspect", "validate")
        shared = set.intersection(*(self.options_of(command) for command in commands))
        self.assertEqual(set(OPTION.findall(rows)), shared)


if __name__ == "__main__":
    unittest.main()
