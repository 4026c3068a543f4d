from dateutil import parser


def days_between(one: str, other: str) -> int:
    return abs((parser.parse(one) - parser.parse(other)).days)
