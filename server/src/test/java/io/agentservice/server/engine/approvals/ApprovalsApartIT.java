package io.agentservice.server.engine.approvals;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.OnStatements;
import org.junit.jupiter.api.Test;

/** What is asked in one session is nothing to another. */
class ApprovalsApartIT extends OnStatements<ApprovalSql> {
  private static final SessionId ONE = new SessionId("agent-1");
  private static final SessionId OTHER = new SessionId("agent-2");

  ApprovalsApartIT() {
    super(ApprovalSql.class);
  }

  private void asked(String event, SessionId session, String answer) {
    row("approval", "event_id", event, "session_id", session, "answer", answer);
  }

  @Test
  void requestsAreReadAndAnsweredInTheirSessionAlone() {
    asked("event-1", OTHER, null);
    asked("event-2", ONE, null);
    asked("event-3", OTHER, "refused");
    var own = new EventId("event-2");

    assertThat(askAll(sql -> sql.list(ONE, null, 10))).extracting("eventId").containsExactly(own);
    assertThat(askAll(sql -> sql.sizes(ONE, null, 10))).hasSize(1);
    assertThat(askCount(sql -> sql.count(ONE, 10))).isEqualTo(1);
    assertThat(askOne(sql -> sql.open(ONE)).orElseThrow().eventId()).isEqualTo(own);
    assertThat(askOne(sql -> sql.find(ONE, new EventId("event-1")))).isEmpty();

    var yes = new Approval.Answer(Approval.Kind.APPROVED, null, null, null);
    tell(sql -> sql.answer(ONE, new EventId("event-1"), "approved", yes));
    assertThat(values("approval", "answer")).containsExactly("refused", null, null);
    tell(sql -> sql.answer(ONE, own, "approved", yes));
    assertThat(values("approval", "event_id || coalesce(answer, '')"))
        .containsExactly("event-1", "event-2approved", "event-3refused");
  }

  @Test
  void whatASessionAsksAboutIsItsOwnSetting() {
    row("organization", "org_id", "org-1", "approvals", "risky", "approval_commands", "{}");
    row("session", "session_id", OTHER, "org_id", "org-1", "approvals", "always");
    row("session", "session_id", ONE, "org_id", "org-1", "approvals", "never");

    assertThat(askOne(sql -> sql.policy(OTHER)).orElseThrow().mode()).isEqualTo("always");
    assertThat(askOne(sql -> sql.policy(ONE)).orElseThrow().mode()).isEqualTo("never");
  }
}
