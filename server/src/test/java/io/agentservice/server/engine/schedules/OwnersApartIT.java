package io.agentservice.server.engine.schedules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.ScheduleId;
import io.agentservice.server.testing.OnStatements;
import java.util.List;
import org.junit.jupiter.api.Test;

/** For whom schedules act, beside other people and accounts. */
class OwnersApartIT extends OnStatements<OwnerSql> {
  private static final Scope SCOPE = new Scope(new AccountId("acct-1"), new OrgId("org-1"));
  private static final OwnerSql.Rights RIGHTS =
      new OwnerSql.Rights(
          List.of("manager"),
          List.of("Manage"),
          List.of("user"),
          List.of("Use"),
          List.of("actor"),
          List.of("Act"));

  OwnersApartIT() {
    super(OwnerSql.class);
  }

  private void schedule(String id, String owner, String runAs, String next) {
    row(
        "schedule",
        "schedule_id",
        id,
        "account_id",
        "acct-1",
        "org_id",
        "org-1",
        "schedule_type",
        "RECURRING",
        "timezone",
        "UTC",
        "agent",
        "agent",
        "notify_on",
        "failure",
        "created_by",
        owner,
        "run_as_user_id",
        runAs,
        "next_run_at",
        next);
  }

  private void human(String id, String account) {
    row("human", "user_id", id, "account_id", account);
  }

  private void role(String principal, String role) {
    row("role_assignment", "principal_id", principal, "org_id", "org-1", "role_id", role);
  }

  private void custom(String role, String account, String permission) {
    row("role", "role_id", role, "account_id", account, "permissions", "{" + permission + "}");
  }

  /** By both ways of asking. */
  private boolean isGone(String id) {
    boolean gone = ask(sql -> sql.isGone(SCOPE, new ScheduleId(id), RIGHTS));
    assertThat(withoutOwner().contains(id)).isEqualTo(gone);
    return gone;
  }

  private List<String> withoutOwner() {
    return ask(sql -> sql.lockWithoutOwner(RIGHTS, 100)).stream()
        .map(schedule -> schedule.scheduleId().value())
        .sorted()
        .toList();
  }

  @Test
  void theRightsOfSomebodyElseAreNotTheOwners() {
    human("user-1", "acct-1");
    human("user-2", "acct-1");
    role("user-2", "manager");
    schedule("sched-1", "user-1", null, "now");
    schedule("sched-2", "user-2", null, "now");

    assertThat(isGone("sched-1")).isTrue();
    assertThat(isGone("sched-2")).isFalse();
  }

  @Test
  void norAreThoseOfAnotherAccount() {
    human("user-1", "acct-2");
    role("user-1", "manager");
    schedule("sched-1", "user-1", null, "now");
    human("user-2", "acct-1");
    custom("role-2", "acct-2", "Manage");
    role("user-2", "role-2");
    schedule("sched-2", "user-2", null, "now");
    human("user-3", "acct-1");
    custom("role-3", "acct-1", "Manage");
    role("user-3", "role-3");
    schedule("sched-3", "user-3", null, "now");

    assertThat(isGone("sched-1")).isTrue();
    assertThat(isGone("sched-2")).isTrue();
    assertThat(isGone("sched-3")).isFalse();
  }

  @Test
  void whoActsForAnotherNeedsThatRightAndTheOtherHis() {
    may("manages", "Manage");
    may("manages-and-uses", "Manage,Use");
    may("manages-and-acts", "Manage,Act");
    may("uses", "Use");
    may("does-neither", "Other");
    schedule("sched-1", "manages", "uses", "now");
    schedule("sched-2", "manages-and-acts", "uses", "now");
    schedule("sched-3", "manages-and-acts", "does-neither", "now");
    schedule("sched-4", "manages", "manages", "now");
    schedule("sched-5", "manages-and-uses", "manages-and-uses", "now");
    schedule("sched-6", "manages", null, "now");

    assertThat(withoutOwner()).containsExactly("sched-1", "sched-3", "sched-4");
    for (int i = 1; i <= 6; i++) {
      assertThat(isGone("sched-" + i)).isEqualTo(i == 1 || i == 3 || i == 4);
    }
  }

  private void may(String user, String permissions) {
    human(user, "acct-1");
    custom("role-" + user, "acct-1", permissions);
    role(user, "role-" + user);
  }

  @Test
  void onlyThoseAreLookedForThatWouldRunOneDayInAnOrganizationThatLives() {
    row("organization", "org_id", "org-1");
    row("organization", "org_id", "org-2", "deleted_at", "now");
    schedule("sched-1", "user-1", null, "now");
    schedule("sched-2", "user-1", null, null);
    row("playbook", "playbook_id", "playbook-1");
    row("playbook", "playbook_id", "playbook-2");

    assertThat(withoutOwner()).containsExactly("sched-1");
  }

  @Test
  void aScheduleOfAnotherOrganizationIsNoneThatIsAskedFor() {
    schedule("sched-1", "user-1", null, "now");
    var elsewhere = new Scope(new AccountId("acct-1"), new OrgId("org-2"));

    assertThat(askIf(sql -> sql.isGone(SCOPE, new ScheduleId("sched-1"), RIGHTS))).isTrue();
    assertThatThrownBy(() -> ask(sql -> sql.isGone(elsewhere, new ScheduleId("sched-1"), RIGHTS)))
        .isInstanceOf(RuntimeException.class);
  }

  @Test
  void oneIsPausedAlone() {
    schedule("sched-1", "user-1", null, "now");
    schedule("sched-2", "user-1", null, "now");
    var elsewhere = new Scope(new AccountId("acct-1"), new OrgId("org-2"));

    tell(sql -> sql.pause(elsewhere, new ScheduleId("sched-1"), "why"));
    assertThat(values("schedule", "paused_reason")).containsExactly(null, null);
    tell(sql -> sql.pause(SCOPE, new ScheduleId("sched-2"), "why"));
    assertThat(values("schedule", "schedule_id || coalesce(paused_reason, '')"))
        .containsExactly("sched-1", "sched-2why");
  }

  @Test
  void norAreThoseOfOneWhoLeft() {
    row("human", "user_id", "left", "account_id", "acct-1", "deleted_at", "now");
    custom("role-left", "acct-1", "Manage,Use");
    role("left", "role-left");
    may("stays", "Manage,Act");
    schedule("sched-1", "left", null, "now");
    schedule("sched-2", "stays", "left", "now");

    assertThat(isGone("sched-1")).isTrue();
    assertThat(isGone("sched-2")).isTrue();
  }
}
