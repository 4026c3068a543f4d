package io.agentservice.server.engine.pullrequests;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.OnStatements;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pull requests of sessions beside each other. */
class PullRequestsApartIT extends OnStatements<PullRequestSql> {
  PullRequestsApartIT() {
    super(PullRequestSql.class);
  }

  private void pullRequest(String session, String asked) {
    row(
        "pull_request",
        "session_id",
        session,
        "pr_url",
        "u",
        "state",
        "open",
        "ask_at",
        asked,
        "account_id",
        "acct-1",
        "org_id",
        "org-1");
  }

  @Test
  void oneIsAskedForWhenItsTimeHasCome() {
    pullRequest("agent-1", "infinity");
    assertThat(askOne(sql -> sql.take(60))).isEmpty();

    pullRequest("agent-2", "epoch");
    assertThat(askOne(sql -> sql.take(60)).orElseThrow().sessionId().value()).isEqualTo("agent-2");
    assertThat(askOne(sql -> sql.take(60))).isEmpty();
  }

  @Test
  void thoseOfOneSessionAreErasedAlone() {
    pullRequest("agent-1", "now");
    pullRequest("agent-2", "now");

    tell(sql -> sql.erase(List.of(new SessionId("agent-1"))));

    assertThat(values("pull_request", "session_id")).containsExactly("agent-2");
  }
}
