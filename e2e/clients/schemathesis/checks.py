"""A request that fits the description may be refused for what no schema can say, and for nothing else."""

import schemathesis
from schemathesis import GenerationMode

# Types of errors that tell of other things (those of the same request, of the server, of the caller), or of a form that the
# description gives in words: a cron text, an address, a time zone.
RELATIONS = {"alias_conflict", "duplicate", "format", "inconsistent", "not_allowed", "unknown_reference"}

# Codes of 400 that do.
CODES = {"invalid_cursor", "cursor_expired", "unknown_platform", "folder_not_allowed", "api_key_not_active", "session_already_exited"}

# Further ones, by the words in which the server says them.
UNSAID = (
    "Input should not have the character zero",  # of any text, as the description's introduction has it
    "Input should not have half of a surrogate pair",
    "Field required, or ",  # one of several parameters
    "A range is of at most ",  # from one parameter to another
    "The span should be at most ",
    "At most 366 days",  # likewise
    "Input should be owner/repo",  # no part of which is . or ..
    "A recurring schedule needs ",
    "A schedule that ",  # runs once
    "A server of transport ",  # needs its url or its command
    "A model at its provider's own address needs a key",  # or another address
    "Input should have at most 6 decimals",  # a price
    "Input should be in the future",
    "Input should be letters, digits and _, and begin with no digit",  # of a secret that is no cookie
    "Input should be the name of a",  # permission or an action: releases bring new ones
    "Input should be printable",  # a cookie's name
)


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """What `x-item-schema` says of a stream's events, as OpenAPI 3.2 has it, so that they are looked at."""
    for path in raw_schema["paths"].values():
        for operation in path.values():
            for answer in operation["responses"].values():
                stream = answer.get("content", {}).get("text/event-stream")
                if stream:
                    data = {"contentMediaType": "application/json", "contentSchema": stream.pop("x-item-schema")}
                    stream["itemSchema"] = {"type": "object", "properties": {"data": {"type": "string", **data}}}
                    del stream["schema"]


@schemathesis.hook
def filter_query(context, query):
    """A parameter without a value is absent, whatever its type."""
    return query is None or "" not in query.values()


@schemathesis.check
def refused_for_what_the_schema_allows(ctx, response, case):
    meta = case.meta
    if meta is None or meta.generation.mode != GenerationMode.POSITIVE or response.status_code not in (400, 422):
        return
    problem = response.json()
    if response.status_code == 400:
        if problem["code"] == "malformed_request" and case.media_type == "multipart/form-data":
            return  # parts whose names have control characters
        assert problem["code"] in CODES, f"400 {problem['code']}: {problem['detail']}"
        return
    for error in problem["detail"]:
        assert error["type"] in RELATIONS or error["msg"].startswith(UNSAID), f"{error['loc']} {error['type']}: {error['msg']}"
