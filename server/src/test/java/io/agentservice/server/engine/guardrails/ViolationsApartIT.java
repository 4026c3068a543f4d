package io.agentservice.server.engine.guardrails;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.OnStatements;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Violations in sessions beside each other. */
class ViolationsApartIT extends OnStatements<ViolationSql> {
  private static final Scope SCOPE = new Scope(new AccountId("acct-1"), new OrgId("org-1"));
  private static final SessionId ONE = new SessionId("agent-1");
  private static final SessionId OTHER = new SessionId("agent-2");
  private static final ViolationSql.Behind ALL = new ViolationSql.Behind(null, null, 10);

  ViolationsApartIT() {
    super(ViolationSql.class);
  }

  private void sessions() {
    row("session", "session_id", ONE, "account_id", "acct-1", "org_id", "org-1");
    row("session", "session_id", OTHER, "account_id", "acct-2", "org_id", "org-2");
  }

  private void violation(int id, SessionId session, String event, String guardrail, String at) {
    row(
        "guardrail_violation",
        "violation_id",
        id,
        "account_id",
        "acct-1",
        "org_id",
        "org-1",
        "session_id",
        session,
        "event_id",
        event,
        "guardrail_id",
        guardrail,
        "created_at",
        at);
  }

  private boolean isKnown(SessionId session, String event, String guardrail) {
    return ask(sql -> sql.isKnown(session, event, guardrail));
  }

  @Test
  void oneIsKnownByItsSessionEventAndGuardrail() {
    sessions();
    violation(1, ONE, "event-1", "g-1", "now");

    assertThat(isKnown(ONE, "event-1", "g-1")).isTrue();
    assertThat(isKnown(ONE, "event-2", "g-1")).isFalse();
    assertThat(isKnown(ONE, "event-1", "g-2")).isFalse();
    row("session", "session_id", "agent-3", "account_id", "acct-1");
    assertThat(isKnown(new SessionId("agent-3"), "event-1", "g-1")).isFalse();
    assertThat(isKnown(OTHER, "event-1", "g-1")).isFalse();
  }

  @Test
  void oneIsNumberedAndNotedForItsSessionsAccount() {
    sessions();
    row("account", "account_id", "acct-1", "violations", 4);
    row("account", "account_id", "acct-2", "violations", 7);

    var numbered = ask(sql -> sql.number(OTHER));
    assertThat(numbered.violationId()).isEqualTo(8);
    assertThat(numbered.orgId()).isEqualTo(new OrgId("org-2"));
    assertThat(values("account", "violations")).containsExactly("4", "8");

    var found = new Violation.Found("event-1", "g", "n", "t", "m", "r", 0.5, "a");
    tell(sql -> sql.insert(8, OTHER, found));
    assertThat(values("guardrail_violation", "session_id || ' ' || account_id"))
        .containsExactly("agent-2 acct-2");
  }

  @Test
  void aListIsOfTheSessionAndTimeThatIsAskedFor() {
    violation(1, ONE, "event-1", "g-1", "2020-01-01T00:00:00Z");
    violation(2, ONE, "event-2", "g-1", "2020-01-02T00:00:00Z");
    violation(3, OTHER, "event-3", "g-1", "2020-01-03T00:00:00Z");

    assertThat(found("agent-1", null)).containsExactly(2L, 1L);
    assertThat(found(null, "2020-01-02T00:00:00Z")).containsExactly(3L, 2L);
    assertThat(found(null, null)).containsExactly(3L, 2L, 1L);
    var behind = new ViolationSql.Behind(Instant.parse("2020-01-01T00:00:00Z"), 1L, 10);
    var any = new Violation.Filter(null, null, null, null);
    assertThat(ids(ask(sql -> sql.oldest(SCOPE, any, behind)))).containsExactly(2L, 3L);
  }

  private List<Long> found(String session, String after) {
    var since = after == null ? null : Instant.parse(after);
    var filter = new Violation.Filter(session, null, since, null);
    var newest = ids(ask(sql -> sql.newest(SCOPE, filter, ALL)));
    assertThat(askCount(sql -> sql.count(SCOPE, filter, 10))).isEqualTo(newest.size());
    assertThat(ids(ask(sql -> sql.oldest(SCOPE, filter, ALL))))
        .containsExactlyElementsOf(newest.reversed());
    return newest;
  }

  private static List<Long> ids(List<Violation> violations) {
    return violations.stream().map(Violation::violationId).toList();
  }
}
