"""Spans of time as people write them."""

import re

UNITS = {"d": 86400, "h": 3600, "m": 60, "s": 1}


def parse(text):
    """Seconds of a text such as "1h 30m"; ValueError for anything else."""
    parts = text.split()
    if not parts:
        raise ValueError("no duration: " + repr(text))
    seconds = 0
    for part in parts:
        found = re.match(r"(\d+)([dhms])", part)
        if not found:
            raise ValueError("no duration: " + repr(text))
        seconds += int(found.group(1)) * UNITS[found.group(2)]
    return seconds


def show(seconds):
    """The shortest text that parse reads as so many seconds."""
    parts = []
    for unit, size in UNITS.items():
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(f"{count}{unit}")
    return " ".join(parts)
