"""The commands that a page shows in its ```console blocks, and what they print.

A command stands behind `$ ` and goes on in the next line after a `\\` at the end. The lines
below it are what it prints, both to standard output and to standard error. `…` stands for
anything in a line; alone in a line, for any lines.
"""

import dataclasses
import re
import subprocess

# What `--progress` says of a run that is slower than usual.
PROGRESS = re.compile(r"^(?:semsite: )?[\d.,]+ \w+, (?:\d+ % of this source, )?[\d,]+ quads?(?:, .*)?\n",
                      re.MULTILINE)
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SCRIPT = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)
MARK = "--- shown command ended with status"


@dataclasses.dataclass(frozen=True)
class Shown:
    line: int  #: of the page, from 1
    command: str
    output: str | None  #: None: the page does not show it


def shown_commands(page):
    """All of them; a block of any other kind is an error, as nothing would run it."""
    fences = re.findall(r"^```(.*)$", page, re.MULTILINE)
    if set(fences[::2]) != {"console"} or set(fences[1::2]) != {""}:
        raise ValueError(f"the page has other blocks than ```console: {fences}")
    return commands_with_output(page)


def commands_in(page):
    """Those of ```sh blocks, which are nothing but commands, and of ```console blocks, in their order."""
    out = commands_with_output(page)
    for block in SCRIPT.finditer(page):
        first, command = page.count("\n", 0, block.start(1)) + 1, ""
        for number, line in enumerate(block[1].splitlines(), start=first):
            command += line
            if command.strip() and is_whole(command):
                out.append(Shown(number - command.count("\n"), command, None))
                command = ""
            elif command:
                command += "\n"
    return sorted(out, key=lambda shown: shown.line)


def is_whole(command):
    """Does the shell wait for no further line of it?"""
    return not command.endswith("\\") and subprocess.run(
        ["bash", "-n", "-c", command], capture_output=True, check=False).returncode == 0


def commands_with_output(page):
    out = []
    for block in BLOCK.finditer(page):
        first = page.count("\n", 0, block.start(1)) + 1
        # Each begins with `$ ` at the beginning of a line.
        for part in re.finditer(r"^\$ ((?:.*\\\n)*.*\n)((?:(?!\$ ).*\n)*)", block[1],
                                re.MULTILINE):
            out.append(Shown(first + block[1].count("\n", 0, part.start()),
                             part[1].rstrip("\n"), part[2]))
    return out


def run_in_one_shell(commands, folder, environment, seconds):
    """Runs them one after another; gives (status, what was printed) of each."""
    script = "".join(f"{command}\nstatus=$?; printf '\\n%s %s\\n' '{MARK}' $status; (exit $status)\n"
                     for command in commands)
    done = subprocess.run(["bash", "-c", script], cwd=folder, env=environment,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=seconds, check=False)
    parts = re.split(rf"\n{MARK} (\d+)\n", done.stdout.decode("utf-8"))
    return [(int(status), printed) for printed, status in zip(parts[::2], parts[1::2])]


def same_every_time(text):
    """Without what differs from run to run: ports, moments, and what tells how long it took."""
    text = PROGRESS.sub("", text)
    text = re.sub(r"(127\.0\.0\.1:)\d+", r"\1PORT", text)
    text = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "MOMENT", text)
    return re.sub(r"( in )[\d.]+[^:\n]*(: (?:not )?complete)", r"\1TIME\2", text)


def is_what_was_shown(shown, printed):
    lines = []
    for line in same_every_time(shown).splitlines():
        text = "(?:.*\n)*?" if line == "…" else re.escape(line).replace("…", ".*") + "\n"
        lines.append(text)
    printed = same_every_time(printed)
    if printed and not printed.endswith("\n"):
        printed += "\n"
    return re.fullmatch("".join(lines), printed) is not None
