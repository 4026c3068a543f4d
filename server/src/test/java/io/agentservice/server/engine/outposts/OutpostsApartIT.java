package io.agentservice.server.engine.outposts;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.OnStatements;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Outposts beside each other, and beside deleted ones. */
class OutpostsApartIT extends OnStatements<OutpostSql> {
  private static final AccountId ACCOUNT = new AccountId("acct-1");
  private static final OutpostId ONE = new OutpostId("outpost-1");
  private static final OutpostId OTHER = new OutpostId("outpost-2");

  OutpostsApartIT() {
    super(OutpostSql.class);
  }

  private void outpost(OutpostId id, String name, String deleted) {
    row("outpost", "outpost_id", id, "account_id", ACCOUNT, "name", name, "deleted_at", deleted);
  }

  private void entry(OutpostId outpost, String phase, String removed) {
    row("queue_entry", "outpost_id", outpost, "phase", phase, "removed_at", removed);
  }

  private static List<OutpostId> ids(List<OutpostSql.Row> rows) {
    return rows.stream().map(OutpostSql.Row::outpostId).toList();
  }

  @Test
  void aDeletedOneIsNeitherFoundNorListedAndItsNameIsFree() {
    outpost(ONE, "a", null);
    outpost(OTHER, "b", null);
    var gone = new OutpostId("outpost-3");
    outpost(gone, "c", "now");

    assertThat(askOne(sql -> sql.find(ACCOUNT, OTHER)).map(OutpostSql.Row::outpostId))
        .contains(OTHER);
    assertThat(askOne(sql -> sql.find(ACCOUNT, gone))).isEmpty();
    assertThat(ids(ask(sql -> sql.page(ACCOUNT, null, 10)))).containsExactly(ONE, OTHER);
    assertThat(ids(ask(sql -> sql.page(ACCOUNT, "a", 10)))).containsExactly(OTHER);
    assertThat(make("outpost-4", "B")).isEmpty();
    assertThat(make("outpost-5", "C")).isPresent();
  }

  private Optional<OutpostId> make(String id, String name) {
    return ask(sql -> sql.insert(new OutpostId(id), ACCOUNT, name, null, "", null));
  }

  @Test
  void whatIsCountedAsWaitingWaitsAndIsThere() {
    outpost(ONE, "a", null);
    entry(ONE, "PENDING", null);
    entry(ONE, "PENDING", "now");
    entry(ONE, "CLAIMED", null);

    assertThat(askOne(sql -> sql.find(ACCOUNT, ONE)).orElseThrow().queueDepth()).isEqualTo(1);
    assertThat(askAll(sql -> sql.page(ACCOUNT, null, 10)).getFirst().queueDepth()).isEqualTo(1);
  }

  @Test
  void theShortestQueueIsThatOfTheFewestWhoWaitAndAreThere() {
    outpost(ONE, "a", null);
    outpost(OTHER, "b", null);
    entry(OTHER, "PENDING", null);
    entry(ONE, "PENDING", "now");
    entry(ONE, "PENDING", "now");
    assertThat(shortest()).isEqualTo(ONE);

    entry(ONE, "CLAIMED", null);
    entry(ONE, "CLAIMED", null);
    assertThat(shortest()).isEqualTo(ONE);
    entry(ONE, "PENDING", null);
    entry(ONE, "PENDING", null);
    assertThat(shortest()).isEqualTo(OTHER);
  }

  private OutpostId shortest() {
    return ask(sql -> sql.shortest(ACCOUNT, List.of(ONE, OTHER)));
  }

  @Test
  void oneIsHeldAlone() {
    outpost(ONE, "a", null);
    outpost(OTHER, "b", null);

    assertThat(free("outpost", "outpost_id", sql -> sql.lock(ACCOUNT, ONE)))
        .containsExactly("outpost-2");
  }

  @Test
  void theOutpostOfASessionIsItsOwn() {
    row("session", "session_id", "agent-1", "outpost_id", ONE);
    row("session", "session_id", "agent-2", "outpost_id", OTHER);

    assertThat(askOne(sql -> sql.outpostOf(new SessionId("agent-2")))).contains(OTHER);
  }

  @Test
  void aClaimCountsForItsOutpostUntilItsTimeIsOver() {
    outpost(ONE, "a", null);
    outpost(OTHER, "b", null);
    claim(ONE, "CLAIMED", "infinity");
    claim(ONE, "CLAIMED", "epoch");
    claim(ONE, "PENDING", "infinity");

    assertThat(askOne(sql -> sql.find(ACCOUNT, ONE)).orElseThrow().activeClaims()).isEqualTo(1);
    assertThat(askOne(sql -> sql.find(ACCOUNT, OTHER)).orElseThrow().activeClaims()).isZero();
    var org = new OrgId("org-1");
    for (var rows :
        List.of(ask(sql -> sql.page(ACCOUNT, null, 10)), ask(sql -> sql.offered(ACCOUNT, org)))) {
      assertThat(rows).extracting(OutpostSql.Row::activeClaims).containsExactly(1L, 0L);
      assertThat(rows).extracting(OutpostSql.Row::queueDepth).containsExactly(1L, 0L);
    }
  }

  private void claim(OutpostId outpost, String phase, String deadline) {
    row("queue_entry", "outpost_id", outpost, "phase", phase, "claim_deadline", deadline);
  }

  @Test
  void whatWasRemovedKeepsNoOutpost() {
    entry(ONE, "CLAIMED", "now");
    entry(OTHER, "PENDING", null);

    assertThat(askIf(sql -> sql.hasEntries(ONE))).isFalse();
    assertThat(askIf(sql -> sql.hasEntries(OTHER))).isTrue();
  }

  @Test
  void organizationsAreThoseThatAreNamedAndThere() {
    row("organization", "org_id", "org-1", "account_id", ACCOUNT);
    row("organization", "org_id", "org-2", "account_id", ACCOUNT);
    row("organization", "org_id", "org-3", "account_id", ACCOUNT, "deleted_at", "now");

    assertThat(askAll(sql -> sql.organizations(ACCOUNT, List.of("org-1", "org-3"))))
        .containsExactly("org-1");
  }
}
