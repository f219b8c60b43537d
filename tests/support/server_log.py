"""What the owners of hosts can read in their logs about a client's manners."""

import collections
import itertools


def by(requests, *fields):
    """The requests in order of arrival, in lists by the values of some fields."""
    groups = collections.defaultdict(list)
    for request in sorted(requests, key=lambda one: one.time):
        key = tuple(getattr(request, field) for field in fields)
        groups[key if len(fields) > 1 else key[0]].append(request)
    return groups


def gaps(requests):
    """Pairs of (seconds, later request) between requests that follow each other."""
    ordered = sorted(requests, key=lambda one: one.time)
    return [(later.time - one.time, later) for one, later in itertools.pairwise(ordered)]


def most_at_once(requests):
    """How many answers the client was waiting for at one moment, at the least.

    An answer counts till just before its last part left, so a client that begins the next
    request when it has the last byte is never charged with both.
    """
    events = sorted([(one.time, 1) for one in requests] + [(one.over, -1) for one in requests])
    now = most = 0
    for _, step in events:
        now += step
        most = max(most, now)
    return most


def asked_too_soon(requests, statuses=(429, 503), slack=0.05):
    """Requests that came to a host while its Retry-After (in seconds) ran.

    `slack`: what was on its way when the answer left is not to blame.
    """
    found = []
    for told in requests:
        seconds = told.retry_after
        if told.status in statuses and seconds is not None:
            found += [(one, told) for one in requests
                      if told.over + slack < one.time < told.over + seconds]
    return found
