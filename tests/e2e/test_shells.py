"""Completion in real shells, and manual pages read by real formatters."""

import os
import pathlib
import pty
import re
import select
import subprocess
import tempfile
import time
import unittest

from harness import PROGRAM

SHELLS = {"bash": "semsite.bash", "zsh": "_semsite", "fish": "semsite.fish"}
BASH = """source "$1"; shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_semsite
printf '%s\\n' "${COMPREPLY[@]}"
"""


def semsite(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=60,
                          check=True).stdout


def commands():
    return re.findall(r"^  ([a-z]+) ", semsite("--help"), re.MULTILINE)


def options(command):
    return re.findall(r"^  (?:-\w, |    )(--[a-z0-9-]+)", semsite(command, "--help", "all"),
                      re.MULTILINE)


class Terminal:
    """A program on a terminal of its own."""

    def __init__(self, *command, **environment):
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            os.environ.update(environment)
            os.execvp(command[0], command)
        self.seen = ""

    def type(self, keys):
        os.write(self.descriptor, keys.encode())

    def wait_for(self, pattern, seconds=20):
        """What was printed up to `pattern`; fails if it does not come."""
        end = time.monotonic() + seconds
        while not (found := re.search(pattern, self.seen)):
            if not select.select([self.descriptor], [], [], max(0, end - time.monotonic()))[0]:
                raise AssertionError(f"no {pattern} in {self.seen!r}")
            read = os.read(self.descriptor, 65536).decode("utf-8", "replace")
            self.seen += re.sub("\x07|\x1b\\[[?0-9;]*[a-zA-Z]", "", read)
        before, self.seen = self.seen[:found.end()], self.seen[found.end():]
        return before

    def close(self):
        os.close(self.descriptor)
        os.waitpid(self.process, 0)


class Completion(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for shell, name in SHELLS.items():
            (self.folder / name).write_text(semsite("completion", shell), "utf-8")
        (self.folder / "some file.nt").write_text("", "utf-8")

    def run_shell(self, *command):
        path = f"{PROGRAM.parent}:{os.environ['PATH']}"
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False,
                              cwd=self.folder, env={**os.environ, "PATH": path,
                                                    "HOME": str(self.folder)})
        self.assertEqual((done.returncode, done.stderr), (0, ""), command)
        return set(filter(None, done.stdout.splitlines()))

    def bash(self, *words):
        return self.run_shell("bash", "--norc", "-c", BASH, "bash", self.folder / "semsite.bash",
                              "semsite", *words)

    def fish(self, line):
        rows = self.run_shell("fish", "--no-config", "-c",
                              f'source semsite.fish; complete -C "semsite {line}"')
        return {row.split("\t")[0] for row in rows}

    def test_bash_offers_every_command_and_option(self):
        self.assertEqual(self.bash(""), {*commands(), "--help", "--version"})
        for command in commands():
            self.assertLessEqual(set(options(command)), self.bash(command, "-"), command)

    def test_bash_offers_values(self):
        self.assertEqual(self.bash("fetch", "--format", ""),
                         {"nquads", "ntriples", "turtle", "trig", "jsonld", "csv", "tsv", "ndjson"})
        self.assertEqual(self.bash("fetch", "--format", "=", "tu"), {"turtle"})
        self.assertEqual(self.bash("fetch", "--format", "="),
                         {"nquads", "ntriples", "turtle", "trig", "jsonld", "csv", "tsv", "ndjson"})
        self.assertEqual(self.bash("completion", ""), set(SHELLS))
        self.assertEqual(self.bash("man", "f"), {"fetch"})
        self.assertEqual(self.bash("fetch", "--delay", ""), set())
        self.assertEqual(self.bash("dance", ""), set())

    def test_bash_on_a_terminal_completes_files_with_spaces(self):
        shell = Terminal("bash", "--norc", "-i", PS1="> ", TERM="dumb")
        try:
            shell.wait_for("> ")
            shell.type(f"cd '{self.folder}'; source ./semsite.bash; echo ready\n")
            shell.wait_for("\nready")
            shell.type("semsite convert so\t-o so\t--form\tt")
            shell.wait_for(r"some\\ file\.nt -o some\\ file\.nt --format t")
            shell.type("u\t")
            shell.wait_for("urtle ")
            shell.type("\x03exit\n")
        finally:
            shell.close()

    def zsh(self):
        shell = Terminal("zsh", "-f", "-i", TERM="dumb", PROMPT="> ", HOME=str(self.folder))
        shell.wait_for("> ")
        shell.type(f"cd '{self.folder}'; fpath=($PWD $fpath); autoload -U compinit; "
                   "compinit -u -D; echo 'rea'dy\n")
        shell.wait_for("ready")
        return shell

    def test_zsh_completes_commands_options_values_and_files(self):
        shell = self.zsh()
        try:
            for keys, expected in (("semsite conv\t", "semsite convert "),
                                   ("--synt\t", "--syntax"),
                                   ("turt\t", "turtle "),
                                   ("some\t", r"some\\ file\.nt"),
                                   ("--on-er\t", "--on-error"),
                                   ("sk\t", "skip ")):
                shell.type(keys)
                shell.wait_for(expected)
            shell.type("\x03exit\n")
        finally:
            shell.close()

    def test_zsh_says_nothing_against_any_command(self):
        shell = self.zsh()
        try:
            for command in commands():
                shell.type(f"semsite {command} --confi\t")
                self.assertNotIn("_arguments", shell.wait_for("--config"), command)
                shell.type("\x15")  # the line goes
            shell.type("exit\n")
        finally:
            shell.close()

    def test_fish_offers_every_command_and_option(self):
        self.assertLessEqual(set(commands()), self.fish(""))
        for command in commands():
            self.assertLessEqual(set(options(command)), self.fish(f"{command} --"), command)
        self.assertNotIn("--output", self.fish("inspect --"))

    def test_fish_offers_values(self):
        self.assertEqual(self.fish("fetch --format "), {"nquads", "ntriples", "turtle", "trig", "jsonld", "csv", "tsv", "ndjson"})
        self.assertEqual(self.fish("completion "), set(SHELLS))
        self.assertIn("some file.nt", self.fish("convert so"))
        self.assertEqual(self.fish("fetch --delay "), set())


class Manual(unittest.TestCase):
    def pages(self):
        with tempfile.TemporaryDirectory() as folder:
            semsite("man", "--dir", folder)
            for path in sorted(pathlib.Path(folder).iterdir()):
                yield path

    def test_every_page_is_without_fault(self):
        names = set()
        for path in self.pages():
            names.add(path.name)
            done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", path], timeout=60,
                                  capture_output=True, text=True, check=False)
            self.assertEqual((done.stdout, done.returncode), ("", 0), path.name)
        self.assertEqual(names, {"semsite.1", *(f"semsite-{name}.1" for name in commands())})

    def test_every_page_shows_each_option_as_it_is_typed(self):
        for path in self.pages():
            shown = subprocess.run(["mandoc", "-T", "ascii", "-O", "width=300", path],
                                   capture_output=True, text=True, timeout=60, check=True).stdout
            shown = re.sub(".\b", "", shown)
            command = path.stem.partition("-")[2]
            for option in options(command) if command else []:
                self.assertRegex(shown, rf"(?m)^ +(-\w, )?{option}( |$)", path.name)

    def test_the_page_of_a_command_goes_to_standard_output(self):
        self.assertTrue(semsite("man", "fetch").startswith(".TH SEMSITE\\-FETCH 1 "))
        self.assertTrue(semsite("man").startswith(".TH SEMSITE 1 "))


class Installed(unittest.TestCase):
    def test_pages_and_completion_go_where_they_are_looked_for(self):
        build = PROGRAM.parent
        if not (build / "cmake_install.cmake").exists() or not (build / "manual").exists():
            self.skipTest("no build folder beside the program")
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["cmake", "--install", build, "--prefix", folder], check=True,
                           stdout=subprocess.DEVNULL, timeout=60)
            share = pathlib.Path(folder) / "share"
            for name in ("man/man1/semsite.1", "man/man1/semsite-fetch.1",
                         "bash-completion/completions/semsite", "zsh/site-functions/_semsite",
                         "fish/vendor_completions.d/semsite.fish"):
                self.assertGreater((share / name).stat().st_size, 100, name)


if __name__ == "__main__":
    unittest.main()
