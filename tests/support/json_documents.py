"""Expanded JSON-LD documents compared as JSON: the order of members never counts, that of
items only inside `@list`, and labels of blank nodes are matched one to one."""

import json


def _is_label(value):
    return isinstance(value, str) and value.startswith("_:")


def _shape(value, ordered=False):
    """The value without its labels and without the order of what has none: equal for what
    may be equal."""
    if isinstance(value, dict):
        return "{" + ",".join(sorted(
            f"{'_:' if _is_label(key) else json.dumps(key)}:{_shape(item, key == '@list')}"
            for key, item in value.items())) + "}"
    if isinstance(value, list):
        items = [_shape(item) for item in value]
        return "[" + ",".join(items if ordered else sorted(items)) + "]"
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, (int, float)):
        return repr(float(value))
    return "_:" if _is_label(value) else json.dumps(value)


def _paired(left, right, names):
    """`names` with one more pair of labels; None if it does not go with the others."""
    if names.get(left, right) != right:
        return None
    if left not in names and right in names.values():
        return None
    return {**names, left: right}


def _match(left, right, names, ordered=False):
    """Each assignment of labels under which the two are equal."""
    if _shape(left, ordered) != _shape(right, ordered):
        return
    if isinstance(left, dict):
        yield from _match_members(sorted(left.items(), key=lambda pair: pair[0]), right, names)
    elif isinstance(left, list):
        yield from _match_items(left, right, names, ordered)
    elif _is_label(left):
        more = _paired(left, right, names)
        if more is not None:
            yield more
    else:
        yield names


def _match_members(members, right, names):
    if not members:
        yield names
        return
    (key, value), rest = members[0], members[1:]
    for other in right if _is_label(key) else [key]:
        more = _paired(key, other, names) if _is_label(key) else names
        if more is None or other not in right:
            continue
        for found in _match(value, right[other], more, key == "@list"):
            yield from _match_members(rest, right, found)


def _match_items(left, right, names, ordered):
    if not left:
        yield names
        return
    for place in range(1 if ordered else len(right)):
        for found in _match(left[0], right[place], names):
            yield from _match_items(left[1:], right[:place] + right[place + 1:], found, ordered)


def same_document(left, right):
    return next(_match(left, right, {}), None) is not None
