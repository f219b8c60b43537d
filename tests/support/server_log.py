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


#: The first bytes of a connection are stamped when the busy server has accepted it, not when
#: they came: so much later, at the most, does the request seem to have been sent.
LATE = 0.02


def gaps(requests):
    """Pairs of (seconds, later request) between requests that follow each other.

    Behind the first request of a connection the gap may have been longer by LATE, which is
    added.
    """
    ordered = sorted(requests, key=lambda one: one.time)
    seen, out = set(), []
    for one, later in itertools.pairwise(ordered):
        first = one.connection and one.connection not in seen
        seen.add(one.connection)
        out.append((later.time - one.time + (LATE if first else 0), later))
    return out


def smallest_slack(times, delay):
    """Over all k successive ones of `times`, the smallest of their span less (k - 1) delays: below zero,
    some came too fast, also where others before them were late."""
    smallest, most = float("inf"), float("-inf")
    for number, time in enumerate(times):
        shifted = time - number * delay
        smallest = min(smallest, shifted - most)
        most = max(most, shifted)
    return smallest


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

    `slack`: what was on its way when the answer left is not to blame. The client has the
    answer a little before the server knows that it is gone: LATE is taken off at the end.
    """
    found = []
    for told in requests:
        seconds = told.retry_after
        if told.status in statuses and seconds is not None:
            found += [(one, told) for one in requests
                      if told.over + slack < one.time < told.over + seconds - LATE]
    return found
