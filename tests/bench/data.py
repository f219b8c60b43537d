"""What the commands read, each made once in the work folder."""

import json
import pathlib
import shlex
import shutil
import subprocess
import sys


class Data:
    """The input files, each made once in the work folder."""

    def __init__(self, folder: pathlib.Path, generators: pathlib.Path):
        self.folder = folder
        self.generators = generators

    def make(self, name: str, command: str) -> pathlib.Path:
        path = self.folder / name
        if not path.exists():
            print(f"making {name} ...", file=sys.stderr, flush=True)
            subprocess.run(["/bin/sh", "-c", command], cwd=self.folder, check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return path

    def dump(self, size: str, syntax: str) -> pathlib.Path:
        tool = shlex.quote(str(self.generators / "gen_dump.py"))
        return self.make(f"d{size}.{syntax}",
                         f"python3 {tool} --size {size} --format {syntax} --out d{size}")

    def turtle(self, kind: str, number: int) -> pathlib.Path:
        """What turtle_files.py writes."""
        tool = shlex.quote(str(pathlib.Path(__file__).with_name("turtle_files.py")))
        name = f"{kind}-{number}.ttl"
        return self.make(name, f"python3 {tool} {kind} {number} > {name}.part && "
                               f"mv {name}.part {name}")

    def packed(self, size: str, suffix: str, command: str) -> pathlib.Path:
        source = self.dump(size, "nt").name
        return self.make(f"{source}.{suffix}",
                         f"{command} {source} > {source}.{suffix}.part && "
                         f"mv {source}.{suffix}.part {source}.{suffix}")

    def pages(self, count: int) -> pathlib.Path:
        """A site of marked-up pages in files; `map.json` lets them stand for their URLs."""
        tool, name = shlex.quote(str(self.generators / "gen_site.py")), f"site-{count}"
        folder = self.make(name, f"python3 {tool} --size {count} --out {name}.part "
                                 f"&& mv {name}.part {name}")
        urls = (folder / "URLS.txt").read_text("utf-8").split()
        origin = "/".join(urls[0].split("/")[:3]) + "/"
        (folder / "map.json").write_text(json.dumps({"prefixes": {origin: "./"}}), "utf-8")
        (folder / "FILES.txt").write_text("".join(
            f"{folder}/{url.removeprefix(origin)} {url}\n" for url in urls), "utf-8")
        return folder

    def npm(self, package: str, script: str) -> pathlib.Path:
        """A peer's script beside the package that it needs."""
        folder = self.folder / "npm"
        folder.mkdir(exist_ok=True)
        if not (folder / "node_modules" / package).exists():
            subprocess.run(["npm", "install", "--no-fund", "--no-audit", package], cwd=folder,
                           check=False, capture_output=True)
        shutil.copy(self.generators / "peers" / script, folder)
        return folder / script

    def sitemaps(self, files: int, urls: int, variant: str = "plain") -> pathlib.Path:
        tool = shlex.quote(str(self.generators / "gen_sitemaps.py"))
        name = f"sitemaps-{files}x{urls}" + (f"-{variant}" if variant != "plain" else "")
        self.make(name, f"python3 {tool} --size {files} --urls {urls} --variant {variant} "
                        f"--out {name}.part "
                        f"--base file://{shlex.quote(str(self.folder / name))} "
                        f"&& mv {name}.part {name}")
        return self.folder / name
