"""Parts and their manifest, written by the rules of docs/parts.md."""

import gzip
import hashlib
import json


def part_of(data, name, quads):
    return {"name": name, "quads": quads, "bytes": len(data),
            "sha256": hashlib.sha256(data).hexdigest()}


def manifest_of(parts, complete=True, **more):
    """The text of a manifest of these parts."""
    return json.dumps({"semsite_manifest": 1, "program": "a test", "complete": complete,
                       "finished": "2026-01-02T03:04:05Z",
                       "quads": sum(part["quads"] for part in parts),
                       "bytes": sum(part["bytes"] for part in parts),
                       "parts": parts, "report": []} | more)


def files_of(texts, **more):
    """File name -> bytes: texts of N-Quads as packed parts, and their manifest."""
    files, parts = {}, []
    for number, text in enumerate(texts):
        name = f"part-7f-{number:06}.nq.gz"
        files[name] = gzip.compress(text.encode(), mtime=0)
        parts.append(part_of(files[name], name, text.count("\n")))
    files["manifest.json"] = manifest_of(parts, **more).encode()
    return files


def write_files(files, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
