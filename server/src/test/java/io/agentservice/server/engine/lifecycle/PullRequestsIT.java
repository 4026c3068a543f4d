package io.agentservice.server.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.pullrequests.PullRequest;
import io.agentservice.server.engine.pullrequests.PullRequest.State;
import io.agentservice.server.engine.pullrequests.PullRequests;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Pull requests of a session's record (sessions.md 9). */
class PullRequestsIT extends OnLifecycle {
  private static final String FIRST = "https://git.corp/o/r/pull/2";
  private static final String SECOND = "https://git.corp/o/r/pull/1";

  private void stands(String id, String url, State state) {
    var account = new AccountId(server.given().text("SELECT account_id FROM account"));
    var scope = new Scope(account, org);
    var _ =
        database.inTransaction(tx -> {
          PullRequests.stands(tx, scope, new SessionId(id), url, state);
          return true;
        });
  }

  private void asIfOld(String id) {
    server
        .given()
        .update("UPDATE session SET updated_at = '2026-01-01T00:00:00Z' WHERE session_id = ?", id);
  }

  private boolean isOld(String id) {
    return admin.get(one(id)).ok().at("/updated_at").longValue() == 1_767_225_600;
  }

  @Test
  @DisplayName("116: each address once, in the order of finding, open until its host says more")
  void eachAddressOnceInTheOrderOfFinding() {
    String id = running();
    turn(
        id,
        turn -> {
          assertThat(turn.pullRequest(FIRST, false)).isTrue();
          assertThat(turn.pullRequest(SECOND, true)).isTrue();
        });
    turn(id, turn -> assertThat(turn.pullRequest(FIRST, true)).isFalse());

    for (String list : List.of("", "/items/0")) {
      String path = list.isEmpty() ? one(id) : path("sessions");
      var shown = admin.get(path).ok();
      assertThat(shown.each(list + "/pull_requests", "/pr_url")).containsExactly(FIRST, SECOND);
      assertThat(shown.each(list + "/pull_requests", "/pr_state")).containsExactly("open", "open");
    }
    String taken = "SELECT count(*) FROM pull_request WHERE org_id = ? AND taken_over";
    assertThat(server.given().number(taken, org.value())).isEqualTo(1);
  }

  @Test
  void aChangeOfStateMovesUpdatedAtAndNothingElseDoes() {
    String id = running();
    turn(id, turn -> turn.pullRequest(FIRST, false));
    asIfOld(id);
    stands(id, FIRST, State.OPEN);
    stands(id, SECOND, State.MERGED);
    assertThat(isOld(id)).isTrue();

    stands(id, FIRST, State.MERGED);
    assertThat(isOld(id)).isFalse();
    assertThat(admin.get(one(id)).ok().each("/pull_requests", "/pr_state"))
        .containsExactly("merged");
    String merged = "SELECT count(*) FROM pull_request WHERE session_id = ? AND merged_at <= now()";
    assertThat(server.given().number(merged, id)).isEqualTo(1);
  }

  @Test
  void anotherSessionHasThatAddressToo() {
    String one = running();
    String other = running();
    turn(one, turn -> turn.pullRequest(FIRST, false));
    turn(other, turn -> assertThat(turn.pullRequest(FIRST, false)).isTrue());

    assertThat(PullRequest.addressesIn(admin.get(one(other)).ok().body())).contains(FIRST);
    asIfOld(other);
    stands(one, FIRST, State.MERGED);
    assertThat(isOld(other)).isTrue();
    assertThat(admin.get(one(other)).ok().each("/pull_requests", "/pr_state"))
        .containsExactly("open");
  }
}
