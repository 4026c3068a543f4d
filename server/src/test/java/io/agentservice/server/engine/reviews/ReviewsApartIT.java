package io.agentservice.server.engine.reviews;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.OnStatements;
import org.junit.jupiter.api.Test;

/** Reviews of the commits of one pull request. */
class ReviewsApartIT extends OnStatements<ReviewSql> {
  private static final Scope SCOPE = new Scope(new AccountId("acct-1"), new OrgId("org-1"));

  ReviewsApartIT() {
    super(ReviewSql.class);
  }

  @Test
  void theReviewOfACommitIsNotThatOfANewerOne() {
    review("agent-1", "old", "2020-01-01");
    review("agent-2", "new", "2020-01-02");

    assertThat(reviewOf("old")).isEqualTo("agent-1");
    assertThat(reviewOf(null)).isEqualTo("agent-2");
  }

  private void review(String session, String commit, String made) {
    row("session", "session_id", session, "status", "NEW");
    row(
        "review",
        "session_id",
        session,
        "account_id",
        "acct-1",
        "org_id",
        "org-1",
        "host",
        "h",
        "repo_path",
        "o/r",
        "pr_number",
        1,
        "commit_sha",
        commit,
        "created_at",
        made);
  }

  private String reviewOf(String commit) {
    return ask(sql -> sql.newest(SCOPE, "h", "o/r", 1, commit)).orElseThrow().sessionId().value();
  }
}
