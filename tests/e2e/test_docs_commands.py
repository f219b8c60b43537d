"""Every command in README.md and docs/ runs as it is shown.

A page's commands run one after another in a folder of its own, which has the files that they name
(tests/support/documented_world.py); what a page shows beneath a command is what comes, and its status
is 0 or what the page says in a line `$ echo $?` behind it.
"""

import pathlib
import re
import subprocess
import tempfile
import unittest

from harness import PROGRAM, ROOT
from documented_world import DocumentedWorld
from postgresql import free_port
from shown_commands import commands_in, is_what_was_shown, run_in_one_shell, Shown

SECONDS = 240
PAGES = ["README.md", *sorted(str(page.relative_to(ROOT)) for page in ROOT.glob("docs/**/*.md"))]
#: Commands that are not run here: why, and where they are.
SKIPPED = {}
#: What a page has done before the commands that it shows.
BEFORE = {
    "docs/search.md": ["semsite index -q pages.nq.zst --index pages.index"],
    "docs/serve.md": ["semsite index -q pages.nq.zst --index pages.index"],
    "docs/feeds.md": ["semsite index -q pages.nq.zst --index pages.index"],
    "docs/internals/states.md": ["semsite fetch -q http://pages.example/ -o out.nq"],
    "docs/status.md": ["semsite fetch -q http://pages.example/ -o out.nq"],
}
#: Ports on which pages have servers: another one is taken where something may stand there already.
PORTS = ("54329",)
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*[a-z0-9]")


def text_of(page):
    return (ROOT / page).read_text("utf-8")


def inline_commands(page):
    """(line, command) of each `semsite …` in the text of a page."""
    text = re.sub(r"^```.*?^```$", lambda block: "\n" * block[0].count("\n"), text_of(page),
                  flags=re.DOTALL | re.MULTILINE)
    return [(text.count("\n", 0, found.start()) + 1, re.sub(r"\s*\n\s*", " ", found[1]).replace("\\|", "|"))
            for found in re.finditer(r"`(semsite [a-z][^`]*)`", text)]


def commands_of_table():
    """The commands of the table in the README, each beginning anew."""
    rows = {number: line for number, line in enumerate(text_of("README.md").splitlines(), 1)
            if line.startswith("|")}
    return [Shown(line, command, None) for line, command in inline_commands("README.md")
            if line in rows]


class DocsCommands(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.world = cls.enterClassContext(DocumentedWorld(
            pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))))

    def run_page(self, page, commands):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.world.put_files(folder, " ".join(shown.command for shown in commands)
                             + " ".join(BEFORE.get(page, ())))
        before = ["set -o pipefail", *BEFORE.get(page, ())]
        run = [shown.command for shown in commands]
        for port in PORTS:
            free = str(free_port())
            run = [command.replace(port, free) for command in run]
        done = run_in_one_shell([*before, *run], folder,
                                self.world.environment(folder), SECONDS)
        self.assertEqual(len(done), len(before) + len(commands), done)
        for shown, (status, printed) in zip(commands, done[len(before):]):
            with self.subTest(page=page, line=shown.line, command=shown.command):
                expected = self.status_of(shown, commands)
                self.assertEqual(status, expected, printed)
                if shown.output is not None and not is_what_was_shown(shown.output, printed):
                    self.assertEqual(shown.output, printed)

    @staticmethod
    def status_of(shown, commands):
        following = commands[commands.index(shown) + 1:][:1]
        return int(following[0].output) if following and following[0].command == "echo $?" else 0

    def test_each_page(self):
        seen = 0
        for page in PAGES:
            commands = [shown for shown in commands_in(text_of(page))
                        if (page, shown.command) not in SKIPPED]
            seen += len(commands)
            with self.subTest(page=page):
                if commands:
                    self.run_page(page, commands)
        self.assertGreater(seen, 60)

    def test_the_table_of_the_readme(self):
        commands = commands_of_table()
        self.assertGreater(len(commands), 15)
        self.run_page("README.md", commands)

    def test_no_command_stands_outside_of_what_is_run(self):
        for page in PAGES:
            blocks = re.findall(r"^```(.*)\n((?:(?!```).*\n)*)```$", text_of(page), re.MULTILINE)
            for kind, body in blocks:
                if kind in ("sh", "console"):
                    continue
                for line in body.splitlines():
                    with self.subTest(page=page, line=line):
                        if re.match(r"(?:\$ )?semsite [a-z]", line):
                            # The form of a command, as its help has it.
                            name = line.split()[1]
                            shown = subprocess.run([PROGRAM, name, "--help"], capture_output=True,
                                                   text=True, check=True, timeout=60).stdout
                            self.assertEqual(f"Usage: {line}", shown.splitlines()[0])

    def test_what_is_skipped_stands_in_its_page(self):
        for (page, command), (_, place) in SKIPPED.items():
            with self.subTest(page=page, command=command):
                self.assertIn(command, [shown.command for shown in commands_in(text_of(page))])
                self.assertTrue((ROOT / place).exists(), place)

    def test_commands_in_sentences_name_options_that_there_are(self):
        script = subprocess.run([PROGRAM, "completion", "fish"], capture_output=True, text=True,
                                check=True, timeout=60).stdout
        for page in PAGES:
            for line, command in inline_commands(page):
                name = command.split()[1]
                listed = {f"--{option}" for option in re.findall(
                    rf"^complete .*'__semsite_command {name}' -l ([a-z0-9-]+)", script, re.MULTILINE)}
                with self.subTest(page=page, line=line, command=command):
                    own = re.split(r"[|;&] ", command)[0]
                    self.assertEqual(set(OPTION.findall(own)) - listed - {"--help", "--version"}, set())


if __name__ == "__main__":
    unittest.main()
