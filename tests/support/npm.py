"""Packages of npm for tests, each of one version, below build/npm."""

import pathlib
import subprocess

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "build/npm"


def install(package, version, folder=FOLDER):
    """Installs it if it is not there; returns why that cannot be, or None."""
    folder = pathlib.Path(folder)
    manifest = folder / "node_modules" / package / "package.json"
    if manifest.is_file():
        return None
    folder.mkdir(parents=True, exist_ok=True)
    try:
        done = subprocess.run(
            ["npm", "install", "--no-fund", "--no-audit", "--ignore-scripts",
             "--prefix", str(folder), f"{package}@{version}"],
            cwd=folder, check=False, capture_output=True, text=True, timeout=300)
        why = (done.stderr.strip().splitlines() or ["npm says nothing"])[0]
    except (OSError, subprocess.TimeoutExpired) as error:
        why = str(error)
    return None if manifest.is_file() else f"npm cannot install {package} here: {why}"
