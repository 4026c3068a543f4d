"""Ten operations of a running server through the client that openapi-python-client made, and what they answer."""

import os

from agent_service_client import AuthenticatedClient
from agent_service_client.api.organizations import list_organizations
from agent_service_client.api.self_ import get_self
from agent_service_client.api.service import health
from agent_service_client.api.sessions import (
    create_session,
    get_session,
    list_events,
    list_sessions,
    replace_session_tags,
    send_message,
    terminate_session,
)
from agent_service_client.models import MessageCreate, Problem, ReplaceSessionTagsBody, SelfServiceUser, SessionCreate

client = AuthenticatedClient(
    base_url=os.environ["AGENT_API_URL"], token=os.environ["AGENT_API_KEY"], raise_on_unexpected_status=True
)

assert health.sync(client=client).status == "ok"  # 1
who = get_self.sync(client=client)  # 2
assert isinstance(who, SelfServiceUser) and who.org_permissions.additional_properties, who
org = list_organizations.sync(client=client).items[0].org_id  # 3

draft = SessionCreate(prompt="Say so.", title="From Python", tags=["python"])
created = create_session.sync(org, client=client, body=draft, idempotency_key="clients-python")  # 4
assert created.title == "From Python" and created.tags == ["python"], created
again = create_session.sync(org, client=client, body=draft, idempotency_key="clients-python")
assert again.session_id == created.session_id, again
session = created.session_id
assert get_session.sync(org, session, client=client).status == "new"  # 5
page = list_sessions.sync(org, client=client, first=1)  # 6
assert [one.session_id for one in page.items] == [session], page
send_message.sync(org, session, client=client, body=MessageCreate(message="And louder."))  # 7
tags = replace_session_tags.sync(org, session, client=client, body=ReplaceSessionTagsBody(tags=["b", "a"]))  # 8
assert tags.tags == ["a", "b"], tags
assert list_events.sync(org, session, client=client).items  # 9
assert terminate_session.sync(org, session, client=client).status == "exit"  # 10

missing = get_session.sync(org, "agent-" + 32 * "0", client=client)
assert isinstance(missing, Problem) and missing.code == "session_not_found", missing
print("openapi-python-client: ten operations answered as described")
