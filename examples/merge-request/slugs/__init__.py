"""Addresses of pages out of their titles."""

import re


def slug(title, longest=60):
    """The title in small letters, digits and dashes, at most so many characters."""
    text = re.sub(r"[^a-z0-9]+", "-", title.lower())
    return text[:longest].strip("-")


def unique(title, taken):
    """The slug of the title, with a number behind it when others have it already."""
    first = slug(title)
    if first not in taken:
        return first
    return "%s-%d" % (first, 2)
