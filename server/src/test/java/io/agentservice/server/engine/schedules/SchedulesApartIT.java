package io.agentservice.server.engine.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.ScheduleId;
import io.agentservice.server.testing.OnStatements;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Schedules beside each other, and what is due of them. */
class SchedulesApartIT extends OnStatements<ScheduleSql> {
  private static final Scope SCOPE = new Scope(new AccountId("acct-1"), new OrgId("org-1"));
  private static final ScheduleId ONE = new ScheduleId("sched-1");
  private static final ScheduleId OTHER = new ScheduleId("sched-2");

  SchedulesApartIT() {
    super(ScheduleSql.class);
  }

  private void schedule(ScheduleId id, String org, String next) {
    row(
        "schedule",
        "schedule_id",
        id,
        "account_id",
        "acct-1",
        "org_id",
        org,
        "schedule_type",
        "RECURRING",
        "timezone",
        "UTC",
        "agent",
        "agent",
        "notify_on",
        "failure",
        "is_enabled",
        true,
        "next_run_at",
        next);
  }

  @Test
  void whatIsDueIsDueNowInAnOrganizationThatLives() {
    row("organization", "org_id", "org-1");
    row("organization", "org_id", "org-2", "deleted_at", "now");
    schedule(ONE, "org-1", "infinity");
    schedule(OTHER, "org-2", "epoch");
    schedule(new ScheduleId("sched-4"), "org-1", null);
    assertThat(askIf(ScheduleSql::isAnyDue)).isFalse();
    assertThat(askOne(ScheduleSql::lockDue)).isEmpty();

    var due = new ScheduleId("sched-3");
    schedule(due, "org-1", "epoch");
    assertThat(askIf(ScheduleSql::isAnyDue)).isTrue();
    assertThat(askOne(ScheduleSql::lockDue).orElseThrow().scheduleId()).isEqualTo(due);
  }

  @Test
  void lateIsWhatIsDueOfTheAccountInAnOrganizationThatLives() {
    row("organization", "org_id", "org-1");
    row("organization", "org_id", "org-2", "deleted_at", "now");
    schedule(ONE, "org-1", "infinity");
    schedule(OTHER, "org-2", "epoch");
    assertThat(late("acct-1")).isZero();

    schedule(new ScheduleId("sched-3"), "org-1", "epoch");
    assertThat(late("acct-1")).isGreaterThan(1e9);
    assertThat(late("acct-2")).isZero();
  }

  private double late(String account) {
    return askOne(sql -> Optional.of(sql.lateSeconds(new AccountId(account)))).orElseThrow();
  }

  @Test
  void oneIsFoundHeldAndWrittenAlone() {
    schedule(ONE, "org-1", "epoch");
    schedule(OTHER, "org-1", "epoch");

    assertThat(askOne(sql -> sql.find(SCOPE, OTHER)).orElseThrow().scheduleId()).isEqualTo(OTHER);
    assertThat(askOne(sql -> sql.lock(SCOPE, OTHER)).orElseThrow().scheduleId()).isEqualTo(OTHER);
    assertThat(free("schedule", "schedule_id", sql -> sql.lock(SCOPE, OTHER)))
        .containsExactly("sched-1");
    tell(sql -> sql.update(SCOPE, OTHER, ScheduleContent.USUAL, "user-9"));
    assertThat(values("schedule", "schedule_id || (last_edited_by = 'user-9')"))
        .containsExactly("sched-1false", "sched-2true");
    tell(sql -> sql.next(SCOPE, OTHER, null));
    assertThat(values("schedule", "schedule_id || (next_run_at IS NULL)"))
        .containsExactly("sched-1false", "sched-2true");
    tell(sql -> sql.delete(SCOPE, OTHER));
    assertThat(values("schedule", "schedule_id")).containsExactly("sched-1");
  }

  @Test
  void aRunIsOfItsScheduleAlone() {
    schedule(ONE, "org-1", "epoch");
    schedule(OTHER, "org-1", "epoch");
    var failed = new ScheduleSql.Outcome(false, "why", false, null);

    tell(sql -> sql.ran(SCOPE, OTHER, Instant.EPOCH, failed));

    assertThat(values("schedule", "schedule_id || (last_error_message IS NULL)"))
        .containsExactly("sched-1true", "sched-2false");
  }

  @Test
  void whoMadeItIsThatHumanOrServiceUser() {
    for (int i : List.of(1, 2)) {
      row("human", "user_id", "user-" + i, "account_id", "acct-1", "name", "human " + i);
      row(
          "service_user",
          "service_user_id",
          "service-user-" + i,
          "account_id",
          "acct-1",
          "name",
          "robot " + i);
    }

    assertThat(nameOf("user-2")).isEqualTo("human 2");
    assertThat(nameOf("service-user-2")).isEqualTo("robot 2");
  }

  private String nameOf(String author) {
    return ask(sql -> sql.author(SCOPE, author)).orElseThrow().name();
  }

  @Test
  void aListIsOfThoseInThatStateBehindItsLastRow() {
    schedule(ONE, "org-1", "epoch");
    schedule(OTHER, "org-1", "epoch");
    tell(sql -> sql.ran(SCOPE, OTHER, Instant.EPOCH, ScheduleSql.Outcome.OVER));

    assertThat(listed(true, Window.first(9))).containsExactly(ONE);
    assertThat(listed(false, Window.first(9))).containsExactly(OTHER);
    assertThat(listed(null, Window.first(9))).containsExactly(OTHER, ONE);
    assertThat(askCount(sql -> sql.count(SCOPE, true, 9))).isEqualTo(1);
    var made = askOne(sql -> sql.find(SCOPE, OTHER)).orElseThrow().createdAt();
    assertThat(listed(null, new Window(9, 0, made, OTHER.value()))).containsExactly(ONE);
  }

  private List<ScheduleId> listed(Boolean isEnabled, Window window) {
    var listed = ask(sql -> sql.list(SCOPE, isEnabled, window));
    assertThat(askAll(sql -> sql.sizes(SCOPE, isEnabled, window))).hasSameSizeAs(listed);
    return listed.stream().map(Schedule::scheduleId).toList();
  }

  @Test
  void theRunsOfOneAreForgottenAlone() {
    for (var id : List.of(ONE, OTHER)) {
      schedule(id, "org-1", "epoch");
      row("schedule_run", "schedule_id", id);
    }

    tell(sql -> sql.deleteRuns(SCOPE, OTHER, 10));

    assertThat(values("schedule_run", "schedule_id")).containsExactly("sched-1");
  }

  @Test
  void aRunThatSomebodyElseHasWrittenDownIsNotWrittenAgain() {
    schedule(ONE, "org-1", "epoch");
    var failed = new ScheduleSql.Outcome(false, "why", false, null);

    tell(sql -> sql.ran(SCOPE, ONE, Instant.EPOCH.plusSeconds(1), failed));

    assertThat(values("schedule", "last_error_message")).containsExactly((String) null);
  }

  @Test
  void oneIsForgivenOrTakenOverAlone() {
    var failed = new ScheduleSql.Outcome(false, "why", false, null);
    for (var id : List.of(ONE, OTHER)) {
      schedule(id, "org-1", "epoch");
      tell(sql -> sql.ran(SCOPE, id, Instant.EPOCH, failed));
    }

    tell(sql -> sql.forgive(SCOPE, OTHER));
    tell(sql -> sql.takeOver(SCOPE, OTHER, "user-9"));

    assertThat(values("schedule", "concat_ws(' ', schedule_id, consecutive_failures, owned_by)"))
        .containsExactly("sched-1 1", "sched-2 0 user-9");
  }
}
