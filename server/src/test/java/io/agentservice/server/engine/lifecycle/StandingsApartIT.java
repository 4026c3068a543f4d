package io.agentservice.server.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.OnStatements;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sessions, entries and organizations that stand as they seldom do. */
class StandingsApartIT extends OnStatements<TransitionSql> {
  private static final SessionId ONE = new SessionId("agent-1");
  private static final SessionId OTHER = new SessionId("agent-2");

  StandingsApartIT() {
    super(TransitionSql.class);
  }

  private void session(SessionId id, String status, Object... more) {
    var columns = new ArrayList<Object>(List.of("session_id", id, "status", status));
    columns.addAll(List.of("account_id", "acct-1", "org_id", "org-1", "epoch", 1));
    columns.addAll(List.of(more));
    row("session", columns.toArray());
  }

  private void entry(SessionId id, String phase, String removed) {
    row(
        "queue_entry",
        "session_id",
        id,
        "phase",
        phase,
        "outpost_id",
        "outpost-1",
        "removed_at",
        removed,
        "session_status",
        "RUNNING");
  }

  @Test
  void aSessionIsServedWhileItWorksAndAWorkerHoldsIt() {
    session(ONE, "RUNNING");
    entry(ONE, "CLAIMED", null);
    assertThat(isServed(ONE, 1)).isTrue();
    assertThat(isServed(ONE, 2)).isFalse();

    session(OTHER, "SUSPENDED");
    entry(OTHER, "CLAIMED", null);
    assertThat(isServed(OTHER, 1)).isFalse();
  }

  private boolean isServed(SessionId id, long epoch) {
    return ask(sql -> sql.accountIfServed(id, epoch)).isPresent();
  }

  @Test
  void noneIsServedOnAnotherSessionsAccount() {
    session(ONE, "SUSPENDED");
    entry(ONE, "PENDING", null);
    session(OTHER, "RUNNING");
    entry(OTHER, "CLAIMED", null);

    assertThat(isServed(ONE, 1)).isFalse();
  }

  @Test
  void aCallIsBookedOnItsSessionAlone() {
    session(ONE, "RUNNING", "model_dollars", 0);
    session(OTHER, "RUNNING", "model_dollars", 0);

    tell(sql -> sql.book(OTHER, BigDecimal.ONE));

    assertThat(values("session", "session_id || ' ' || model_dollars::int"))
        .containsExactly("agent-1 0", "agent-2 1");
  }

  @Test
  void whatFailedIsLeftOutOfWhatIsTakenNext() {
    for (var id : List.of(ONE, OTHER)) {
      session(id, "RUNNING", "idle_since", "epoch", "wake_at", "epoch");
    }

    assertThat(askAll(sql -> sql.idle(60, List.of()))).containsExactlyInAnyOrder(ONE, OTHER);
    assertThat(askAll(sql -> sql.idle(60, List.of(ONE)))).containsExactly(OTHER);
    assertThat(askAll(sql -> sql.dueToWake(List.of()))).containsExactlyInAnyOrder(ONE, OTHER);
    assertThat(askAll(sql -> sql.dueToWake(List.of(ONE)))).containsExactly(OTHER);
  }

  @Test
  void onlyWhatLivesIsEndedInADeletedOrganization() {
    row("organization", "org_id", "org-1", "deleted_at", "epoch", "sessions_ended", false);
    session(ONE, "RUNNING");
    session(OTHER, "EXIT");

    assertThat(askAll(sql -> sql.orphans(List.of()))).containsExactly(ONE);
    assertThat(askCount(TransitionSql::markEmptied)).isZero();
  }

  @Test
  void aDeletedOrganizationWhoseSessionsAreOverIsDone() {
    row("organization", "org_id", "org-1", "deleted_at", "epoch", "sessions_ended", false);
    session(ONE, "EXIT");
    session(OTHER, "ERROR");

    assertThat(askCount(TransitionSql::markEmptied)).isEqualTo(1);
    assertThat(values("organization", "sessions_ended")).containsExactly("true");
  }

  @Test
  void onlyWhoHasAMachineCanGiveItUp() {
    session(ONE, "RUNNING", "resumable", true, "idle_since", "epoch", "status_detail", "FINISHED");
    entry(ONE, "PENDING", null);
    row("queue_entry", "outpost_id", "outpost-1", "phase", "PENDING", "updated_at", "epoch");
    assertThat(askAll(sql -> sql.restingWhereOthersWait(60, List.of()))).isEmpty();

    session(
        OTHER, "RUNNING", "resumable", true, "idle_since", "epoch", "status_detail", "FINISHED");
    entry(OTHER, "CLAIMED", null);
    assertThat(askAll(sql -> sql.restingWhereOthersWait(60, List.of()))).containsExactly(OTHER);
  }

  @Test
  void anOrganizationThatIsDoneIsNotLookedAtAgain() {
    row("organization", "org_id", "org-1", "deleted_at", "epoch", "sessions_ended", true);
    session(ONE, "RUNNING");
    assertThat(askAll(sql -> sql.orphans(List.of()))).isEmpty();
    tell(sql -> sql.markEmptied());
    row("organization", "org_id", "org-2", "deleted_at", "epoch", "sessions_ended", true);
    assertThat(askCount(TransitionSql::markEmptied)).isZero();
  }

  @Test
  void oneThatCannotBeEndedIsLeftOutOfWhatIsTakenNext() {
    row("organization", "org_id", "org-1", "deleted_at", "epoch", "sessions_ended", false);
    session(ONE, "RUNNING");
    session(OTHER, "RUNNING");

    assertThat(askAll(sql -> sql.orphans(List.of(ONE)))).containsExactly(OTHER);
  }

  @Test
  void nobodyMakesRoomForATombstone() {
    session(ONE, "RUNNING", "resumable", true, "idle_since", "epoch", "status_detail", "FINISHED");
    entry(ONE, "CLAIMED", null);
    row(
        "queue_entry",
        "outpost_id",
        "outpost-1",
        "phase",
        "PENDING",
        "updated_at",
        "epoch",
        "removed_at",
        "now");

    assertThat(askAll(sql -> sql.restingWhereOthersWait(60, List.of()))).isEmpty();
  }

  @Test
  void whoHasLeftItsMachineGivesUpNone() {
    session(ONE, "RUNNING", "resumable", true, "idle_since", "epoch", "status_detail", "FINISHED");
    entry(ONE, "CLAIMED", "now");
    row("queue_entry", "outpost_id", "outpost-1", "phase", "PENDING", "updated_at", "epoch");

    assertThat(askAll(sql -> sql.restingWhereOthersWait(60, List.of()))).isEmpty();
  }
}
