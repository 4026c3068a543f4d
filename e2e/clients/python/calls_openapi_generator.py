"""Ten operations of a running server through the client that openapi-generator made for Python, and what they answer."""

import os

import agent_client
from agent_client.api import organizations_api, self_api, service_api, sessions_api
from agent_client.exceptions import NotFoundException
from agent_client.models import MessageCreate, ReplaceSessionTagsRequest, SelfServiceUser, SessionCreate

client = agent_client.ApiClient(
    agent_client.Configuration(host=os.environ["AGENT_API_URL"], access_token=os.environ["AGENT_API_KEY"])
)
sessions = sessions_api.SessionsApi(client)

assert service_api.ServiceApi(client).health().status == "ok"  # 1
who = self_api.SelfApi(client).get_self().actual_instance  # 2
assert isinstance(who, SelfServiceUser) and who.org_permissions, who
org = organizations_api.OrganizationsApi(client).list_organizations().items[0].org_id  # 3

draft = SessionCreate(prompt="Say so.", title="From Python", tags=["python"])
created = sessions.create_session(org, draft, idempotency_key="clients-openapi-generator")  # 4
assert created.title == "From Python" and created.tags == ["python"], created
again = sessions.create_session(org, draft, idempotency_key="clients-openapi-generator")
assert again.session_id == created.session_id, again
session = created.session_id
assert sessions.get_session(org, session).status == "new"  # 5
assert [one.session_id for one in sessions.list_sessions(org, first=1).items] == [session]  # 6
sessions.send_message(org, session, MessageCreate(message="And louder."))  # 7
assert sessions.replace_session_tags(org, session, ReplaceSessionTagsRequest(tags=["b", "a"])).tags == ["a", "b"]  # 8
assert sessions.list_events(org, session).items  # 9
assert sessions.terminate_session(org, session).status == "exit"  # 10

try:
    sessions.get_session(org, "agent-" + 32 * "0")
    raise AssertionError("a session that is not there was found")
except NotFoundException as e:
    assert e.data.code == "session_not_found", e
print("openapi-generator for Python: ten operations answered as described")
