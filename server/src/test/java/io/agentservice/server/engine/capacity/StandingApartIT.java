package io.agentservice.server.engine.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.engine.capacity.StandingSql.Line;
import io.agentservice.server.engine.capacity.StandingSql.Sessions;
import io.agentservice.server.testing.OnStatements;
import org.junit.jupiter.api.Test;

/** What the figures of queues and sessions count, and what they don't. */
class StandingApartIT extends OnStatements<StandingSql> {
  private static final AccountId ACCOUNT = new AccountId("acct-1");

  StandingApartIT() {
    super(StandingSql.class);
  }

  private void outpost(String id, String account, String deleted) {
    row(
        "outpost",
        "outpost_id",
        id,
        "account_id",
        account,
        "name",
        "of " + id,
        "deleted_at",
        deleted);
  }

  private void entry(String session, String outpost, String phase, String removed) {
    row(
        "queue_entry",
        "session_id",
        session,
        "account_id",
        "acct-1",
        "outpost_id",
        outpost,
        "phase",
        phase,
        "created_at",
        "epoch",
        "removed_at",
        removed);
  }

  private void session(String id, String account, String status, String outpost) {
    row(
        "session",
        "session_id",
        id,
        "account_id",
        account,
        "status",
        status,
        "outpost_id",
        outpost);
  }

  @Test
  void aLineCountsWhatIsInTheQueueOfALivingOutpostOfTheAccount() {
    outpost("one", "acct-1", null);
    outpost("empty", "acct-1", null);
    outpost("gone", "acct-1", "now");
    outpost("foreign", "acct-2", null);
    entry("s1", "one", "PENDING", null);
    entry("s2", "one", "CLAIMED", null);
    entry("s3", "one", "CLAIMED", null);
    entry("s4", "one", "PENDING", "now");

    var lines = askAll(sql -> sql.lines(ACCOUNT));

    assertThat(lines)
        .extracting(Line::outpostId, Line::name, Line::waiting, Line::claimed)
        .containsExactlyInAnyOrder(
            tuple(new OutpostId("one"), "of one", 1L, 2L),
            tuple(new OutpostId("empty"), "of empty", 0L, 0L));
    assertThat(lines)
        .filteredOn(line -> line.waiting() == 0)
        .extracting(Line::oldestSeconds)
        .containsExactly(0.0);
    assertThat(lines)
        .filteredOn(line -> line.waiting() == 1)
        .extracting(Line::oldestSeconds)
        .allMatch(seconds -> seconds > 1e9);
  }

  @Test
  void sessionsCountThatHaveAPlaceOrWantOne() {
    outpost("one", "acct-1", null);
    session("claimed", "acct-1", "CLAIMED", "one");
    entry("claimed", "one", "CLAIMED", null);
    session("over", "acct-1", "EXIT", "one");
    entry("over", "one", "CLAIMED", "now");
    session("unplaced", "acct-1", "NEW", null);
    session("foreign", "acct-2", "NEW", null);
    session("asleep", "acct-1", "SUSPENDED", null);

    assertThat(askAll(sql -> sql.sessions(ACCOUNT)))
        .containsExactlyInAnyOrder(new Sessions("claimed", null, 1), new Sessions("new", null, 1));
  }
}
