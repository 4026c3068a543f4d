package io.agentservice.server.legacy.audit;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The audit log by versions 1 and 2 (api-legacy.md 3, 4). */
class OlderAuditLogsIT extends OnOrganization {
  private static final String ONE = "/v1/audit-logs";
  private static final String TWO = "/v2/enterprise/audit-logs";

  private ApiClient old;
  private String session;

  @BeforeEach
  void records() {
    server.given().tampered("DELETE FROM audit_log");
    old = server.as(server.given().legacyKey(server.given().human(null, "account_admin"), org));
    session = member.post(path("sessions"), json("prompt", "p")).ok().text("/session_id");
    member.put(path("sessions/" + session + "/tags"), "{\"tags\":[]}").ok();
    member.delete(path("sessions/" + session)).ok();
  }

  private static List<String> ids(Reply reply) {
    return reply.ok().each("/audit_logs", "/audit_log_id");
  }

  @Test
  void item69Version1ShowsMillisecondsAndTheDataBesideTheFields() {
    var log = old.get(ONE).ok();
    assertThat(log.each("/audit_logs", "/action"))
        .containsExactly("terminate_session", "update_session_tags", "create_session");
    assertThat(log.at("/audit_logs/0/created_at").longValue()).isGreaterThan(1_700_000_000_000L);
    assertThat(log.text("/audit_logs/2/session_id")).isEqualTo(session);
    assertThat(log.text("/audit_logs/2/origin")).isEqualTo("api");
    assertThat(log.text("/audit_logs/2/org_id")).isEqualTo(org.value());
    assertThat(log.text("/audit_logs/2/user_id")).isNull();
  }

  @Test
  void item118TheOtherAddressOfVersion1SaysTheSame() {
    assertThat(old.get("/v1/enterprise/audit-logs").ok().body())
        .isEqualTo(old.get(ONE).ok().body());
  }

  @Test
  void version2ShowsTextsAndTheDataApart() {
    var log = old.get(TWO).ok();
    assertThat(ids(log)).isEqualTo(ids(old.get(ONE)));
    assertThat(log.text("/audit_logs/0/created_at"))
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}\\+00:00");
    assertThat(log.text("/audit_logs/2/data/session_id")).isEqualTo(session);
  }

  @Test
  void boundsAreRecordsWithoutThemselvesOrTimes() {
    var all = ids(old.get(ONE));
    for (String log : List.of(ONE, TWO)) {
      assertThat(ids(old.get(log + "?limit=2"))).isEqualTo(all.subList(0, 2));
      assertThat(ids(old.get(log + "?before=" + all.get(0)))).isEqualTo(all.subList(1, 3));
      assertThat(ids(old.get(log + "?after=" + all.get(2)))).isEqualTo(all.subList(0, 2));
      assertThat(ids(old.get(log + "?before=%s&after=%s".formatted(all.get(0), all.get(2)))))
          .isEqualTo(all.subList(1, 2));
    }
    server
        .given()
        .tampered(
            "UPDATE audit_log SET created_at = '2026-01-01T00:00:01Z' WHERE audit_log_id = ?",
            all.get(2));
    assertThat(ids(old.get(ONE + "?before=1767225602000"))).isEqualTo(all.subList(2, 3));
    assertThat(ids(old.get(ONE + "?before=1767225601000"))).isEmpty();
    assertThat(ids(old.get(ONE + "?after=1767225601000"))).hasSize(3);
    assertThat(ids(old.get(ONE + "?after=1767225601001"))).isEqualTo(all.subList(0, 2));
    assertThat(ids(old.get(TWO + "?before=2026-01-02"))).isEqualTo(all.subList(2, 3));
    assertThat(ids(old.get(TWO + "?after=2026-01-01T00:00:02 00:00".replace(" ", "%20"))))
        .isEqualTo(all.subList(0, 2));
  }

  @Test
  void whatIsWrongIsSaid() {
    String unknown = "audit_log-" + "0".repeat(32);
    old.get(ONE + "?limit=1001&before=x&after=" + unknown)
        .invalid("query.limit too_large", "query.before type", "query.after unknown_reference");
    old.get(TWO + "?limit=201&before=1&after=" + unknown)
        .invalid("query.limit too_large", "query.before format", "query.after unknown_reference");
    member.get(ONE).refused(403, "permission_denied");
  }
}
