package io.agentservice.server.engine.sessions.approvals;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOutpost;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who may let a session reach a host that its network policy does not allow. */
class HostApprovalIT extends OnOutpost {
  private String request;
  private ApiClient orgAdmin;

  @BeforeEach
  void asking() {
    String session = session();
    String id = Id.create(EventId.class).value();
    server
        .given()
        .update(
            """
            WITH asked AS (
              INSERT INTO approval (event_id, session_id, call_id, tool, input, rules)
              VALUES (?, ?, 'call', 'request_host', '{"host": "a.test", "reason": "r"}', '{network access to a.test}')
            ), held AS (
              UPDATE queue_entry SET phase = 'CLAIMED', acceptor_id = 'w', session_status = 'RUNNING',
                     claim_deadline = now() + interval '1 hour'
               WHERE session_id = ?)
            UPDATE session SET status = 'RUNNING', status_detail = 'WAITING_FOR_APPROVAL', idle_since = now()
             WHERE session_id = ?
            """,
            id,
            session,
            session,
            session);
    request = path("sessions/" + session + "/approvals/" + id);
    orgAdmin = admin.withToken(server.given().key(org, "org_admin"));
  }

  @Test
  void whoMayNotWriteThePolicyMayNotWidenIt() {
    for (var body :
        new String[] {json("approved", true), json("approved", true, "for_session", true)}) {
      var refused = orgAdmin.post(request, body).refused(403, "permission_denied");
      assertThat(refused.text("/required_permission")).isEqualTo("ManageEnterpriseSettings");
    }
    assertThat(
            admin
                .get(request.substring(0, request.lastIndexOf('/')))
                .ok()
                .at("/items/0/answer")
                .isNull())
        .isTrue();
  }

  @Test
  void butMayRefuse() {
    orgAdmin.post(request, json("approved", false, "message", "use the mirror")).ok();
    admin.post(request, json("approved", true)).refused(409, "already_answered");
  }

  @Test
  void whoMayWriteThePolicyMayWidenIt() {
    assertThat(admin.post(request, json("approved", true)).ok().text("/status_detail"))
        .isEqualTo("working");
  }

  @Test
  void forTheOrganizationItIsAddedToItsPolicyWithWhoDidIt() {
    var policy = "/v3/enterprise/organizations/" + org + "/network-policy";
    admin.put(policy, json("enabled", true, "allow", List.of(Map.of("hostname", "b.test")))).ok();

    admin.post(request, json("approved", true)).ok();
    admin.post(request, json("approved", true, "for_organization", true)).ok();

    assertThat(admin.get(policy).ok().at("/allow").toString())
        .isEqualTo("[{\"hostname\":\"b.test\"},{\"hostname\":\"a.test\"}]");
    assertThat(server.given().audit(org))
        .extracting(record -> record.action())
        .contains("permission_response", "update_org_settings");
  }

  @Test
  void whereThatHasNoRoomNothingIsApproved() {
    var full = Collections.nCopies(500, Map.of("hostname", "b"));
    admin
        .put(
            "/v3/enterprise/organizations/" + org + "/network-policy",
            json("enabled", true, "allow", full))
        .ok();
    admin
        .post(request, json("approved", true, "for_organization", true))
        .refused(409, "network_policy_full");
    admin.post(request, json("approved", true)).ok();
  }

  @Test
  void forTheOrganizationOnlyHostsAreAllowed() {
    admin
        .post(request, json("approved", false, "for_organization", true))
        .invalid("body.for_organization inconsistent");
    server
        .given()
        .update(
            "UPDATE approval SET tool = 'bash' WHERE answer IS NULL AND session_id LIKE ?",
            request.replaceFirst(".*/sessions/([^/]*)/.*", "$1"));
    admin
        .post(request, json("approved", true, "for_organization", true))
        .invalid("body.for_organization inconsistent");
    orgAdmin.post(request, json("approved", true)).ok();
  }
}
