package io.agentservice.server.enterprise.auditlogs;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Tokens;
import io.agentservice.server.testing.OnOrganization;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens that people type where they don't belong. */
class TokensInTextsIT extends OnOrganization {
  private static final String MASK = "[secret:api_key]";

  @ParameterizedTest
  @ValueSource(strings = {"agt_", "apk_", "apk_user_"})
  void noKindOfKeyStandsInThePromptOfASession(String prefix) {
    String key = Tokens.create(prefix);

    var session = member.post(path("sessions"), json("prompt", "Use " + key)).ok();

    assertThat(session.text("/title")).isEqualTo("Use " + MASK);
    for (String table : new String[] {"session", "message", "event"}) {
      assertThat(server.given().dump(table)).as(table).doesNotContain(key);
    }
  }

  @Test
  void theAuditLogShowsNoTokenThatWasTypedAsAName() {
    String key = Tokens.create("apk_user_");
    String other = Tokens.create("agt_");
    String playbook =
        member
            .post(path("playbooks"), json("title", "My " + key, "body", "b"))
            .ok()
            .text("/playbook_id");
    member.put(path("playbooks/" + playbook), json("title", "Now " + other, "body", "b")).ok();
    member
        .with("X-Request-Id", other)
        .post(path("knowledge/notes"), json("name", key, "body", "b", "trigger", "t"))
        .ok();

    String log =
        server.admin().get("/v3/enterprise/organizations/" + org + "/audit-logs").ok().body();

    assertThat(log).contains("My " + MASK, "Now " + MASK).doesNotContain(key, other);
    assertThat(server.given().dump("audit_log")).doesNotContain(key, other);
  }
}
