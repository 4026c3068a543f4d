package io.agentservice.server.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.OnStatements;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Entries of a feed, from a position on. */
class EntriesApartIT extends OnStatements<EntrySql> {
  private static final AccountId ACCOUNT = new AccountId("acct-1");
  private static final EntryFilter ALL = new EntryFilter(ACCOUNT, null, null, null);

  EntriesApartIT() {
    super(EntrySql.class);
  }

  private void entry(String session, String account, int position, String removed) {
    row(
        "queue_entry",
        "session_id",
        session,
        "account_id",
        account,
        "kind",
        "NEW",
        "phase",
        "PENDING",
        "session_status",
        "PENDING",
        "position",
        position,
        "removed_at",
        removed);
  }

  private static List<Long> positions(List<Entry> entries) {
    return entries.stream().map(Entry::position).toList();
  }

  @Test
  void aListOrWatchGoesOnWhereItsReaderIs() {
    entry("agent-1", "acct-1", 1, null);
    entry("agent-2", "acct-1", 2, null);
    entry("agent-3", "acct-1", 3, "now");
    entry("agent-4", "acct-1", 4, null);

    assertThat(positions(ask(sql -> sql.list(ALL, 2, 10)))).containsExactly(2L, 4L);
    assertThat(askCount(sql -> sql.count(ALL, 2))).isEqualTo(2);
    assertThat(positions(ask(sql -> sql.changes(ACCOUNT, null, 2, 10))))
        .containsExactly(2L, 3L, 4L);
    assertThat(askIf(sql -> sql.hasRemovals(ACCOUNT, 3))).isTrue();
    assertThat(askIf(sql -> sql.hasRemovals(ACCOUNT, 4))).isFalse();
  }

  @Test
  void theEntryOfASessionIsItsOwn() {
    entry("agent-1", "acct-1", 1, null);
    entry("agent-2", "acct-1", 2, null);

    var found = ask(sql -> sql.findOf(ACCOUNT, new SessionId("agent-2")));

    assertThat(found.orElseThrow().position()).isEqualTo(2);
  }

  @Test
  void onlyOldTombstonesAreDroppedAndOnlyTheirFeedsHeldUp() {
    for (String account : List.of("acct-1", "acct-2", "acct-3")) {
      row("feed", "account_id", account, "position", 9, "discarded", 0);
    }
    entry("agent-1", "acct-1", 1, "epoch");
    entry("agent-2", "acct-1", 2, "now");
    entry("agent-3", "acct-2", 3, "now");
    entry("agent-4", "acct-3", 4, null);

    assertThat(askAll(sql -> sql.lockFeeds(1))).containsExactly("acct-1");
    assertThat(askCount(sql -> sql.dropTombstones(1))).isEqualTo(1);

    assertThat(values("queue_entry", "session_id"))
        .containsExactly("agent-2", "agent-3", "agent-4");
    assertThat(values("feed", "discarded")).containsExactly("0", "0", "1");
  }

  @Test
  void eachAccountHasAFeedOfItsOwn() {
    row("feed", "account_id", "acct-1", "position", 5, "discarded", 1);
    row("feed", "account_id", "acct-2", "position", 7, "discarded", 2);

    assertThat(askCount(sql -> sql.takePositions(ACCOUNT, 3))).isEqualTo(8);

    assertThat(values("feed", "account_id || ' ' || position"))
        .containsExactly("acct-1 8", "acct-2 7");
    assertThat(askCount(sql -> sql.position(ACCOUNT))).isEqualTo(8);
    assertThat(askCount(sql -> sql.discarded(ACCOUNT))).isEqualTo(1);
  }

  @Test
  void theTombstonesOfAnErasedOrganizationAreMadeOldOnce() {
    for (String org : List.of("org-1", "org-2")) {
      row("session", "session_id", "agent-" + org, "org_id", org);
      entry("agent-" + org, "acct-1", 1, "2026-01-01");
    }
    var one = new OrgId("org-1");

    assertThat(askCount(sql -> sql.hastenTombstones(one))).isEqualTo(1);
    assertThat(askCount(sql -> sql.hastenTombstones(one))).isZero();

    assertThat(values("queue_entry", "session_id || ' ' || (removed_at = 'epoch')"))
        .containsExactly("agent-org-1 true", "agent-org-2 false");
  }
}
