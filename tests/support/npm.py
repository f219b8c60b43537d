#!/usr/bin/env python3
"""Packages of npm for tests, each of one version, below build/npm. `npm.py` alone installs all
that are not there; exit code 1 if one cannot be had."""

import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "build/npm"
VERSIONS = {"rocketrml": "2.1.2", "oxigraph": "0.5.11", "@duckdb/node-api": "1.5.6-r.1",
            "axe-core": "4.14.1"}


def install(package, folder=FOLDER):
    """Installs it if it is not there; returns why that cannot be, or None."""
    folder = pathlib.Path(folder)
    manifest = folder / "node_modules" / package / "package.json"
    if manifest.is_file():
        return None
    folder.mkdir(parents=True, exist_ok=True)
    try:
        done = subprocess.run(
            ["npm", "install", "--no-fund", "--no-audit", "--ignore-scripts",
             "--prefix", str(folder), f"{package}@{VERSIONS[package]}"],
            cwd=folder, check=False, capture_output=True, text=True, timeout=300)
        why = (done.stderr.strip().splitlines() or ["npm says nothing"])[0]
    except (OSError, subprocess.TimeoutExpired) as error:
        why = str(error)
    return None if manifest.is_file() else f"npm cannot install {package} here: {why}"


if __name__ == "__main__":
    problems = [why for why in map(install, VERSIONS) if why]
    print("\n".join(problems) or f"{len(VERSIONS)} packages are there")
    sys.exit(1 if problems else 0)
