package io.agentservice.server.engine.sessions.insights;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.OnStatements;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Insights of sessions beside each other. */
class InsightsApartIT extends OnStatements<InsightSql> {
  private static final SessionId ONE = new SessionId("agent-1");
  private static final SessionId OTHER = new SessionId("agent-2");

  InsightsApartIT() {
    super(InsightSql.class);
  }

  @Test
  void whetherASessionCanAffordThemIsReckonedByItsOwnLimit() {
    row("organization", "org_id", "org-1");
    session(OTHER, 1000);
    session(ONE, 1);

    assertThat(askIf(sql -> sql.affords(OTHER, BigDecimal.TEN))).isTrue();
    assertThat(askIf(sql -> sql.affords(ONE, BigDecimal.TEN))).isFalse();
  }

  private void session(SessionId id, int limit) {
    row(
        "session",
        "session_id",
        id,
        "org_id",
        "org-1",
        "max_acu_limit",
        limit,
        "dollars_per_acu",
        "1",
        "seconds_per_acu",
        "900",
        "model_dollars",
        0,
        "reserved_dollars",
        0,
        "machine_seconds",
        0);
  }

  @Test
  void onlyTheSessionsOwnAreGivenUpAndNoneThatAreMade() {
    var made = new SessionId("agent-3");
    row("session_analysis", "session_id", ONE);
    row("session_analysis", "session_id", OTHER);
    row("session_analysis", "session_id", made, "analysis", "{}");

    tell(sql -> sql.giveUp(ONE));
    tell(sql -> sql.giveUp(made));

    assertThat(values("session_analysis", "session_id")).containsExactly("agent-2", "agent-3");
  }

  @Test
  void messagesAreCountedByWhoWroteThemInTheSession() {
    row("session", "session_id", ONE);
    row("session", "session_id", OTHER);
    message(ONE, "user");
    message(ONE, "agent");
    message(ONE, "agent");
    message(OTHER, "user");
    message(OTHER, "agent");

    assertThat(askAll(sql -> sql.of(List.of(ONE))))
        .containsExactly(new InsightSql.Row(ONE, 1, 2, null));
  }

  private void message(SessionId session, String source) {
    row("message", "session_id", session, "source", source);
  }

  @Test
  void whatIsMadeStaysAsItIsAndIsNotTakenUpAgain() {
    row("session_analysis", "session_id", ONE, "analysis", "{\"a\": 1}", "held_until", "epoch");
    row("session_analysis", "session_id", OTHER, "held_until", "infinity");

    assertThat(askCount(sql -> sql.keep(ONE, "{}"))).isZero();
    assertThat(values("session_analysis", "analysis->>'a'")).containsExactly("1", null);
    assertThat(askOne(InsightSql::takeUp)).isEmpty();
  }

  @Test
  void oneIsTakenUpAtATime() {
    row("session_analysis", "session_id", ONE, "held_until", "epoch", "tries", 0);
    row("session_analysis", "session_id", OTHER, "held_until", "epoch", "tries", 0);

    assertThat(askOne(InsightSql::takeUp)).isPresent();

    assertThat(values("session_analysis", "tries")).containsExactly("0", "1");
  }
}
