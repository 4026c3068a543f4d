package io.agentservice.server.enterprise.consumption;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.OnStatements;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who belongs to an organization, or has used it, beside others. */
class ConsumersApartIT extends OnStatements<ConsumptionSql> {
  ConsumersApartIT() {
    super(ConsumptionSql.class);
  }

  private static final AccountId ACCOUNT = new AccountId("acct-1");
  private static final Scope SCOPE = new Scope(ACCOUNT, new OrgId("org-1"));

  private boolean isKnown(String kind, String id) {
    return askIf(sql -> sql.knowsMember(SCOPE, kind, id));
  }

  private void people() {
    for (int i = 1; i <= 2; i++) {
      row("human", "user_id", "user-" + i, "account_id", ACCOUNT);
      row("service_user", "service_user_id", "service-user-" + i, "account_id", ACCOUNT);
    }
  }

  @Test
  void whoHasARoleThereOrEverywhereBelongsToIt() {
    people();
    row("role_assignment", "principal_id", "user-1", "org_id", "org-2");
    row("role_assignment", "principal_id", "user-2", "org_id", "org-1");
    row("role_assignment", "principal_id", "service-user-2", "org_id", null);

    assertThat(isKnown("user", "user-1")).isFalse();
    assertThat(isKnown("user", "user-2")).isTrue();
    assertThat(isKnown("service_user", "service-user-1")).isFalse();
    assertThat(isKnown("service_user", "service-user-2")).isTrue();
    assertThat(isKnown("service_user", "user-2")).isFalse();
  }

  @Test
  void whoMadeSessionsThereHasUsedIt() {
    people();
    row("session", "session_id", "agent-1", "org_id", "org-2", "user_id", "user-1");
    row("session", "session_id", "agent-2", "org_id", "org-2", "service_user_id", "service-user-1");
    row("session", "session_id", "agent-3", "org_id", "org-1", "user_id", "user-2");
    row("session", "session_id", "agent-4", "org_id", "org-1", "service_user_id", "service-user-2");

    assertThat(isKnown("user", "user-1")).isFalse();
    assertThat(isKnown("service_user", "service-user-1")).isFalse();
    assertThat(isKnown("user", "user-2")).isTrue();
    assertThat(isKnown("service_user", "service-user-2")).isTrue();
  }

  @Test
  void whoeverSomethingWasBookedOnThereHasUsedIt() {
    people();
    row("acu_day", "org_id", "org-1", "owner_id", "user-2");
    row("acu_day", "org_id", "org-2", "owner_id", "user-1");

    assertThat(isKnown("user", "user-1")).isFalse();
    assertThat(isKnown("user", "user-2")).isTrue();
  }

  @Test
  void aSessionIsKnownInItsOrganization() {
    row("session", "session_id", "agent-1", "account_id", ACCOUNT, "org_id", "org-1");
    row("session", "session_id", "agent-2", "account_id", ACCOUNT, "org_id", "org-2");

    assertThat(askIf(sql -> sql.knowsSession(SCOPE, new SessionId("agent-1")))).isTrue();
    assertThat(askIf(sql -> sql.knowsSession(SCOPE, new SessionId("agent-2")))).isFalse();
    var all = new Scope(ACCOUNT, null);
    assertThat(askIf(sql -> sql.knowsSession(all, new SessionId("agent-2")))).isTrue();
  }

  @Test
  void whatErasedSessionsCostEndsNoPageOfTheList() {
    row("organization", "org_id", "org-1", "account_id", ACCOUNT);
    for (int i = 1; i <= 4; i++) {
      String id = "agent-" + i;
      var booked = List.of("session_id", id, "account_id", ACCOUNT, "org_id", "org-1");
      row("acu_day", with(booked, "day", "2026-01-02", "acus", 1));
      if (i != 3) { // that one is erased
        row("session", booked.toArray());
      }
    }
    var day = LocalDate.parse("2026-01-02");
    assertThat(askAll(sql -> sql.sessions(ACCOUNT, day, day, null, 2)))
        .extracting(use -> use.sessionId().value())
        .containsExactly("agent-4", "agent-2");
  }

  private static Object[] with(List<Object> values, Object... more) {
    return Stream.concat(values.stream(), Stream.of(more)).toArray();
  }
}
