package io.agentservice.server.legacy.v2;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.UserId;
import io.agentservice.server.testing.ApiClient;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Consumption and metrics by version 2 (api-legacy.md 4). */
class FiguresOfVersion2IT extends OnVersion2 {
  private static final String CYCLES = V2 + "consumption/cycles";
  private static final String DAILY = V2 + "consumption/daily";
  private static final String MARCH = "start_date=2026-03-01&end_date=2026-04-01";

  private UserId human;
  private ApiClient ofHuman;

  @BeforeEach
  void aHuman() {
    human = server.given().human(org, "org_member");
    ofHuman = server.as(server.given().personalToken(human));
  }

  private String session(ApiClient caller) {
    return caller.post(path("sessions"), json("prompt", "p")).ok().text("/session_id");
  }

  /** Books ACUs as if it were that time. */
  private void used(String session, String time, String acus) {
    server
        .given()
        .number(
            "SELECT count(book_acus(s, ?::timestamptz, ?::numeric)::text) FROM session s WHERE session_id = ?",
            time,
            acus,
            session);
  }

  private void pull(String session, int number, String state) {
    server
        .given()
        .update(
            """
            INSERT INTO pull_request (session_id, account_id, org_id, pr_url, state, taken_over, found_at)
            SELECT session_id, account_id, org_id, ?, ?, false, '2026-03-05' FROM session WHERE session_id = ?
            """,
            "https://h.example/a/%s/pull/%d".formatted(session, number),
            state,
            session);
  }

  private String inOrg(String path, String query) {
    return "%s?org_ids=%s&%s".formatted(path, org, query);
  }

  @Test
  void item119TheLastCycleIsTheCurrentOneAndEachBeginsWhereTheOneBeforeItEnds() {
    server.given().update("UPDATE account SET created_at = now() - interval '5 years'");
    var cycles = old.get(CYCLES).ok();
    var starts = cycles.each("", "/start");
    var ends = cycles.each("", "/end");
    assertThat(starts).hasSize(24).allMatch(start -> start.matches(ISO));
    assertThat(starts.subList(1, 24)).isEqualTo(ends.subList(0, 23));
    var now =
        Instant.ofEpochMilli(
            server.given().number("SELECT (extract(epoch FROM now()) * 1000)::bigint"));
    assertThat(OffsetDateTime.parse(starts.getLast()).toInstant()).isBeforeOrEqualTo(now);
    assertThat(OffsetDateTime.parse(ends.getLast()).toInstant()).isAfter(now);
    assertThat(cycles.header("Deprecation")).isEqualTo("@1767225600");
  }

  @Test
  void anAccountOfTodayHasItsFirstCycle() {
    server.given().update("UPDATE account SET created_at = now()");
    assertThat(old.get(CYCLES).ok().json()).hasSize(1);
  }

  @Test
  void useIsSharedOutByDayOrganizationAndHuman() {
    String robots = session(member);
    String mine = session(ofHuman);
    used(robots, "2026-03-02T07:59:59Z", "1");
    used(mine, "2026-03-02T08:00:00Z", "2.5");
    used(mine, "2026-04-01T00:00:00Z", "9");
    assertThat(old.get(inOrg(DAILY, MARCH)).ok().body())
        .isEqualTo(
            """
            {"total_acus":3.5,"consumption_by_date":{"2026-03-01":1,"2026-03-02":2.5},\
            "consumption_by_org_id":{"%s":3.5},"consumption_by_user":{"%s":2.5}}\
            """
                .formatted(org, human));
    String user = "%s/users/%s?%s".formatted(DAILY, human, MARCH);
    assertThat(old.get(user).ok().body())
        .isEqualTo(
            """
            {"total_acus":2.5,"consumption_by_date":{"2026-03-02":2.5},"consumption_by_org_id":{"%s":2.5}}\
            """
                .formatted(org));
    assertThat(old.get(user.replace("/users", "")).ok().body())
        .isEqualTo(old.get(user).ok().body());
    assertThat(old.get(user + "&org_ids=org-x").ok().at("/total_acus").intValue()).isZero();
  }

  @Test
  void item119TheBoundsOfACycleAreGoodAsTheyAreAlsoWithABlankForThePlus() {
    var cycle = old.get(CYCLES).ok().json();
    var current = cycle.get(cycle.size() - 1);
    String start = current.get("start").stringValue();
    String id = session(member);
    server
        .given()
        .update("UPDATE session SET model_dollars = model_dollars + 2 WHERE session_id = ?", id);
    used(id, OffsetDateTime.parse(start).minusSeconds(1).toInstant().toString(), "7");
    String query = "start_date=%s&end_date=%s".formatted(start, current.get("end").stringValue());
    for (String sent : new String[] {query, query.replace("+", "%20"), ""}) {
      assertThat(old.get(inOrg(DAILY, sent)).ok().at("/total_acus").intValue())
          .as(sent)
          .isEqualTo(1);
    }
    String before = "end=" + start;
    assertThat(old.get(inOrg(DAILY, before)).ok().at("/total_acus").intValue())
        .as("the cycle that ends there")
        .isEqualTo(7);
    used(id, "2026-11-01T08:00:00Z", "0.25");
    assertThat(
            old.get(
                    inOrg(
                        DAILY,
                        "start_date=2026-11-01T08:00:00%2000:00&end_date=2026-11-01T08:00:01Z"))
                .ok()
                .at("/total_acus")
                .doubleValue())
        .isEqualTo(0.25);
  }

  @Test
  void figuresCountWhatTheFilterLeaves() {
    String mine = session(ofHuman);
    String robots = session(member);
    for (String id : new String[] {mine, robots}) {
      server
          .given()
          .update("UPDATE session SET created_at = '2026-03-05' WHERE session_id = ?", id);
    }
    pull(mine, 1, "open");
    pull(mine, 2, "draft");
    pull(mine, 3, "closed");
    pull(robots, 4, "merged");
    String usage = V2 + "metrics/usage";
    assertThat(old.get(inOrg(usage, MARCH)).ok().body())
        .isEqualTo(
            """
            {"sessions_count":2,"searches_count":0,"prs_opened":2,"prs_closed":1,"prs_merged":1}\
            """);
    assertThat(old.get(inOrg(usage, MARCH) + "&user_ids=" + human).ok().body())
        .isEqualTo(
            """
            {"sessions_count":1,"searches_count":0,"prs_opened":2,"prs_closed":1,"prs_merged":0}\
            """);
    session(member);
    assertThat(old.get(inOrg(usage, "")).ok().at("/sessions_count").intValue())
        .as("of the current cycle")
        .isEqualTo(1);
    assertThat(old.get(inOrg(V2 + "metrics/searches", MARCH)).ok().body())
        .isEqualTo("{\"searches_count\":0}");
  }

  @Test
  void theEndsOfTimeAreTimesToo() {
    for (String end : new String[] {"1970-01-01", "9999-12-31", "%2B294276-12-31"}) {
      for (String path : new String[] {DAILY, V2 + "metrics/usage"}) {
        old.get(path + "?end_date=" + end).ok();
      }
    }
    old.get(DAILY + "?end_date=%2B294277-12-31").invalid("query.end_date format");
  }

  @Test
  void whatIsWrongIsSaid() {
    for (String path :
        new String[] {
          DAILY, DAILY + "/users/" + human, V2 + "metrics/usage", V2 + "metrics/searches"
        }) {
      old.get(path + "?start_date=x&end_date=2026-13-01")
          .invalid("query.start_date format", "query.end_date format");
      old.get(path + "?start=2026-03-02&end=2026-03-02").invalid("query.start inconsistent");
      old.get(path + "?start_date=2025-01-01&end_date=2026-03-01")
          .invalid("query.end_date too_large");
      old.get(path + "?start_date=2026-03-01&start=2026-03-02&end=2026-04-01")
          .invalid("query.start alias_conflict");
    }
    old.get(DAILY + "/users/user-" + "0".repeat(32)).refused(404, "user_not_found");
  }
}
