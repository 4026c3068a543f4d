package io.agentservice.server.engine.lifecycle;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.CycleLimits.Reached;
import io.agentservice.server.engine.lifecycle.Lifecycle.Standing;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Limits by billing cycle stop sessions (sessions.md 5; completions.md 12, item 64). 2 dollars are
 * 1 ACU.
 */
class CycleLimitsIT extends OnLifecycle {
  private static final int OF_ACCOUNT = 100_000;
  private static final int OF_OWNER = 50;
  private static final String GROUPS = "/v3/enterprise/org-group-limits";
  private String limit;

  @Override
  protected CycleLimits.Rules rules() {
    return new CycleLimits.Rules(1, OF_ACCOUNT, OF_OWNER, true);
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of(
        "AGENT_CYCLE_ACU_LIMIT", Integer.toString(OF_ACCOUNT),
        "AGENT_USER_CYCLE_ACU_LIMIT", Integer.toString(OF_OWNER));
  }

  @BeforeEach
  void paths() {
    limit = "/v3/enterprise/consumption/acu-limits/agent/organizations/" + org;
    server.given().update("DELETE FROM acu_day");
  }

  private void limit(int acus) {
    assertThat(admin.put(limit, "{\"cycle_acu_limit\":%d}".formatted(acus)).status())
        .isEqualTo(204);
  }

  private Optional<Reached> reserve(String id, String dollars) {
    return turns.answer(
        new SessionId(id), tenure(id), turn -> turn.reserve(new BigDecimal(dollars)));
  }

  private void book(String id, String dollars) {
    turn(id, turn -> turn.book(new BigDecimal(dollars)));
  }

  private String detail(String id) {
    return admin.get(one(id)).ok().text("/status_detail");
  }

  private int message(String id) {
    return admin.post(one(id) + "/messages", json("message", "go on")).status();
  }

  @Test
  void item64AnAcuLimitStopsTheSessionsOfItsOrganizationUntilItIsRemoved() {
    String id = running();
    limit(3);
    assertThat(reserve(id, "4")).isEmpty();
    book(id, "4");
    assertThat(reserve(id, "4")).contains(new Reached("org", 3));
    turn(id, turn -> turn.limit(new Reached("org", 3).detail()));
    assertThat(admin.get(one(id)).ok().text("/status")).isEqualTo("suspended");
    assertThat(detail(id)).isEqualTo("org_usage_limit_exceeded");
    assertThat(message(id)).isEqualTo(409);
    limit(2);
    var parked = admin.post(path("sessions"), json("prompt", "p")).ok();
    assertThat(parked.text("/status")).isEqualTo("suspended");
    assertThat(parked.text("/status_detail")).isEqualTo("org_usage_limit_exceeded");
    assertThat(message(parked.text("/session_id"))).isEqualTo(409);

    assertThat(admin.delete(limit).status()).isEqualTo(204);

    assertThat(message(id)).isEqualTo(200);
    assertThat(message(parked.text("/session_id"))).isEqualTo(200);
    assertThat(admin.get(one(id)).ok().text("/status")).isEqualTo("resuming");
  }

  @Test
  void theSmallerOfBothLimitsOfAnOrganizationCountsAndZeroLetsNothingRun() {
    limit(5);
    admin.patch("/v3/enterprise/organizations/" + org, "{\"max_cycle_acu_limit\":2}").ok();
    String id = running();
    assertThat(reserve(id, "6")).contains(new Reached("org", 2));
    admin.patch("/v3/enterprise/organizations/" + org, "{\"max_cycle_acu_limit\":null}").ok();
    turn(id, Turns.Turn::unreserve);
    assertThat(reserve(id, "6")).isEmpty();
    limit(0);
    assertThat(admin.post(path("sessions"), json("prompt", "p")).ok().text("/status_detail"))
        .isEqualTo("org_usage_limit_exceeded");
  }

  @Test
  void machineTimeAloneReachesALimitToo() {
    String id = running();
    limit(1);
    server
        .given()
        .update(
            "UPDATE session SET machine_since = now() - interval '16 minutes' WHERE session_id = ?",
            id);
    var tenure = tenure(id);
    assertThat(lifecycle.keepAlive(new SessionId(id), tenure.epoch(), tenure.connection()))
        .isEqualTo(Standing.OVER);
    assertThat(detail(id)).isEqualTo("org_usage_limit_exceeded");
  }

  @Test
  void whatWasUsedInTheCycleBeforeCountsNoMore() {
    String id = running();
    limit(3);
    book(id, "6");
    assertThat(reserve(id, "1")).contains(new Reached("org", 3));
    turn(id, Turns.Turn::unreserve);
    server
        .given()
        .update("UPDATE acu_day SET day = (billing_cycle(now(), 1) - interval '12 hours')::date");
    assertThat(reserve(id, "1")).isEmpty();
  }

  @Test
  void aGroupSharesItsLimit() {
    var other = server.given().organization();
    String groups =
        json("groups", fields("both", fields("org_ids", List.of(org, other), "max_cycle_acus", 3)));
    admin.put(GROUPS, groups).ok();
    String id = running();
    server
        .given()
        .update(
            "INSERT INTO acu_day SELECT 'of another', billing_day(now()), account_id, org_id, NULL, 'agent', 2 FROM organization WHERE org_id = ?",
            other.value());
    assertThat(reserve(id, "2")).isEmpty();
    assertThat(reserve(id, "2")).contains(new Reached("group", 3));
    admin.put(GROUPS, "{\"groups\":{}}").ok();
    turn(id, Turns.Turn::unreserve);
    assertThat(reserve(id, "20")).isEmpty();
  }

  @Test
  void settingsLimitEachUserAndTheWholeAccount() {
    String id = running();
    server.given().update("UPDATE session SET max_acu_limit = NULL WHERE session_id = ?", id);
    assertThat(reserve(id, "100")).isEmpty();
    assertThat(reserve(id, "1")).contains(new Reached("user", OF_OWNER));
    turn(id, turn -> turn.limit(new Reached("user", OF_OWNER).detail()));
    assertThat(detail(id)).isEqualTo("user_usage_limit_exceeded");
    String next = running();
    server
        .given()
        .update(
            "INSERT INTO acu_day SELECT 'of another', billing_day(now()), account_id, 'org-elsewhere', NULL, 'agent', ? FROM account",
            OF_ACCOUNT);
    assertThat(reserve(next, "1")).contains(new Reached("enterprise", OF_ACCOUNT));
  }

  @Test
  void ofTwoSessionsThatFitOnlyApartTheSecondWaitsForTheFirstAndIsRefused() throws Exception {
    String one = running();
    String other = running();
    limit(3);
    try (var thread = Executors.newSingleThreadExecutor()) {
      var second = new FutureTask<>(() -> reserve(other, "4"));
      var first =
          turns.answer(
              new SessionId(one),
              tenure(one),
              turn -> {
                var reached = turn.reserve(new BigDecimal("4"));
                thread.execute(second);
                await(() -> second.isDone() || waitsForAnother());
                return reached;
              });
      assertThat(first).isEmpty();
      assertThat(second.get()).contains(new Reached("org", 3));
    }
  }

  private boolean waitsForAnother() {
    return server
            .given()
            .number(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
        > 0;
  }
}
