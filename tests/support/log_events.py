"""The events of `--log json`, each held against docs/log.schema.json."""

import json
import pathlib

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCHEMA = json.loads((ROOT / "docs/log.schema.json").read_text("utf-8"))
jsonschema.Draft7Validator.check_schema(SCHEMA)
VALIDATOR = jsonschema.Draft7Validator(SCHEMA)


def lines_of(errors):
    """The objects of standard error, all of them valid."""
    out = [json.loads(line) for line in errors.splitlines()]
    for one in out:
        problems = [problem.message for problem in VALIDATOR.iter_errors(one)]
        assert not problems, (one, problems)
    return out


def events_of(errors, name=None):
    return [one for one in lines_of(errors) if "event" in one and name in (None, one["event"])]
