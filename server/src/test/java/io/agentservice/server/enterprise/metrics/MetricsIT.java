package io.agentservice.server.enterprise.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.UserId;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Metrics (api-org.md 7, api-enterprise.md 9). */
class MetricsIT extends OnOrganization {
  private static final String ENTERPRISE = "/v3/enterprise/metrics/";
  private static final String MARCH = between("2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z");

  private ApiClient reader;
  private UserId human;

  /** Searches come from a table here: nobody can search yet. */
  @BeforeAll
  void searches() {
    server
        .given()
        .update(
            """
            CREATE TABLE searched (search_id text, account_id text, org_id text, user_id text, service_user_id text,
                                   session_id text, created_at timestamptz)
            """);
    server.given().update("CREATE OR REPLACE VIEW search_made AS SELECT * FROM searched");
  }

  @BeforeEach
  void callers() {
    reader = server.as(server.given().key(org, "org_admin"));
    human = server.given().human(org, "org_member");
  }

  private static String between(String after, String before) {
    return "?time_after=%s&time_before=%s".formatted(second(after), second(before));
  }

  private static long second(String time) {
    return Instant.parse(time).getEpochSecond();
  }

  private Reply metric(String name) {
    return reader.get(path("metrics/" + name)).ok();
  }

  private Reply ofEnterprise(String name) {
    return server.admin().get(ENTERPRISE + name).ok();
  }

  /** A session that was created then; its id. */
  private String session(OrgId where, UserId whose, String time) {
    var caller = server.as(server.given().personalToken(whose));
    return session(caller, where, time);
  }

  private String session(ApiClient caller, OrgId where, String time) {
    String id =
        caller
            .post("/v3/organizations/" + where + "/sessions", "{\"prompt\":\"p\"}")
            .ok()
            .text("/session_id");
    set(id, "created_at = '%s'".formatted(time));
    return id;
  }

  private String session(String time) {
    return session(org, human, time);
  }

  private void set(String session, String columns) {
    server.given().update("UPDATE session SET " + columns + " WHERE session_id = ?", session);
  }

  private void search(UserId whose, String time, String session) {
    server
        .given()
        .update(
            """
            INSERT INTO searched
            SELECT 'search-1', account_id, ?, ?, NULL, ?, ?::timestamptz FROM account
            """,
            org.value(),
            whose.value(),
            session,
            time);
  }

  private void pull(String session, String url, String state, boolean takenOver, String time) {
    server
        .given()
        .update(
            """
            INSERT INTO pull_request (session_id, account_id, org_id, pr_url, state, taken_over, found_at)
            SELECT session_id, account_id, org_id, ?, ?, ?, ?::timestamptz FROM session WHERE session_id = ?
            """,
            url,
            state,
            takenOver,
            time,
            session);
  }

  @Test
  void aHumanIsActiveWithSoManySessionsOrSearches() {
    var second = server.given().human(org, "org_member");
    session("2026-03-01T00:00:00Z");
    session("2026-03-31T23:59:59Z");
    session("2026-04-01T00:00:00Z");
    session(org, second, "2026-03-05T00:00:00Z");
    session(member, org, "2026-03-05T00:00:00Z");
    var searcher = server.given().human(org, "org_member");
    search(searcher, "2026-03-05T00:00:00Z", null);

    assertThat(metric("active-users" + MARCH).body())
        .isEqualTo(
            "{\"active_users\":3,\"start_time\":%d,\"end_time\":%d}"
                .formatted(second("2026-03-01T00:00:00Z"), second("2026-04-01T00:00:00Z")));
    assertThat(active("&min_sessions=2")).isEqualTo(2);
    assertThat(active("&min_sessions=2&min_searches=0")).isEqualTo(1);
    assertThat(active("&min_sessions=0")).isEqualTo(1);
    assertThat(active("&min_sessions=0&min_searches=0")).isZero();
    assertThat(active("&min_sessions=3&min_searches=2")).isZero();
  }

  private int active(String query) {
    return metric("active-users" + MARCH + query).at("/active_users").intValue();
  }

  @Test
  void daysAreByUtcAndThoseAtTheEndsAreCut() {
    session("2026-03-01T06:00:00Z");
    session("2026-03-01T23:59:59Z");
    session("2026-03-03T00:00:00Z");
    session("2026-03-03T05:00:00Z");
    String range = between("2026-03-01T06:00:01Z", "2026-03-03T05:00:00Z");

    var days = metric("dau" + range);

    assertThat(days.each("", "/active_users")).containsExactly("1", "0", "1");
    assertThat(days.each("", "/start_time"))
        .containsExactly(
            "" + second("2026-03-01T06:00:01Z"),
            "" + second("2026-03-02T00:00:00Z"),
            "" + second("2026-03-03T00:00:00Z"));
    assertThat(days.each("", "/end_time"))
        .containsExactly(
            "" + second("2026-03-02T00:00:00Z"),
            "" + second("2026-03-03T00:00:00Z"),
            "" + second("2026-03-03T05:00:00Z"));
    assertThat(metric("dau" + range + "&min_sessions=2").each("", "/active_users"))
        .containsExactly("0", "0", "0");
  }

  @Test
  void weeksBeginOnMondayAndMonthsOnTheFirst() {
    session("2026-03-08T23:59:59Z"); // a Sunday
    session("2026-03-09T00:00:00Z");
    String range = between("2026-03-04T00:00:00Z", "2026-04-01T00:00:00Z");

    var weeks = metric("wau" + range);

    assertThat(weeks.each("", "/active_users")).containsExactly("1", "1", "0", "0", "0");
    assertThat(weeks.at("/1/start_time").longValue()).isEqualTo(second("2026-03-09T00:00:00Z"));
    assertThat(weeks.at("/4/start_time").longValue()).isEqualTo(second("2026-03-30T00:00:00Z"));
    var months = metric("mau" + between("2026-02-10T00:00:00Z", "2026-04-01T00:00:01Z"));
    assertThat(months.each("", "/active_users")).containsExactly("0", "1", "0");
    assertThat(months.at("/1/end_time").longValue()).isEqualTo(second("2026-04-01T00:00:00Z"));
  }

  @Test
  @DisplayName("116: metrics of pull requests carry eight counts")
  void pullRequestsCountOnceByTheirPresentState() {
    String id = session("2026-03-02T00:00:00Z");
    String other = session("2026-03-02T00:00:00Z");
    String in = "2026-03-03T00:00:00Z";
    for (String state : List.of("open", "draft", "closed", "merged", "merged")) {
      pull(id, "https://h/o/r/pull/" + Math.random(), state, false, in);
    }
    pull(id, "https://h/o/r/pull/1", "open", false, in);
    pull(other, "https://h/o/r/pull/1", "merged", true, in);
    pull(id, "https://h/o/r/pull/2", "merged", true, in);
    pull(other, "https://h/o/r/pull/3", "closed", true, in);
    pull(other, "https://h/o/r/pull/4", "draft", true, in);
    pull(id, "https://h/o/r/pull/5", "merged", false, "2026-04-01T00:00:00Z");

    assertThat(metric("prs" + MARCH).body())
        .isEqualTo(
            "{\"prs_created_count\":6,\"prs_opened_count\":2,\"prs_closed_count\":1,"
                + "\"prs_merged_count\":3,\"prs_taken_over_count\":3,"
                + "\"prs_taken_over_opened_count\":1,\"prs_taken_over_closed_count\":1,"
                + "\"prs_taken_over_merged_count\":1}");
    set(other, "playbook_id = 'playbook-1'");
    assertThat(
            metric("prs" + MARCH + "&playbook_id=playbook-1")
                .at("/prs_taken_over_count")
                .intValue())
        .isEqualTo(3);
    assertThat(metric("prs" + MARCH + "&user_ids=user-0").at("/prs_created_count").intValue())
        .isZero();
  }

  @Test
  void sessionsCountByOriginAndSizeWithAllKeys() {
    String small = session("2026-03-02T00:00:00Z");
    set(small, "machine_seconds = 899"); // just below one ACU of 900 seconds
    String medium = session("2026-03-02T00:00:00Z");
    set(medium, "machine_seconds = 2700, origin = 'slack', playbook_id = 'playbook-1'");
    String large = session("2026-03-02T00:00:00Z");
    set(large, "machine_seconds = 18000, is_archived = true, status = 'EXIT'");
    pull(medium, "https://h/o/r/pull/10", "merged", false, "2026-04-03T00:00:00Z");
    pull(medium, "https://h/o/r/pull/11", "merged", false, "2026-04-03T00:00:00Z");
    pull(large, "https://h/o/r/pull/12", "closed", false, "2026-03-03T00:00:00Z");
    search(human, "2026-03-01T00:00:00Z", small);
    session("2026-02-28T23:59:59Z");

    assertThat(metric("sessions" + MARCH).body())
        .isEqualTo(
            "{\"sessions_created_count\":3,\"sessions_created_by_origin\":{\"webapp\":0,\"slack\":1,"
                + "\"teams\":0,\"api\":2,\"linear\":0,\"jira\":0,\"automation\":0,\"cli\":0,"
                + "\"desktop\":0,\"code_scan\":0,\"other\":0},"
                + "\"sessions_created_by_size\":{\"xs\":1,\"s\":0,\"m\":1,\"l\":0,\"xl\":1},"
                + "\"sessions_created_with_playbook_count\":1,"
                + "\"sessions_created_with_search_count\":1,"
                + "\"sessions_with_merged_prs_count\":1,"
                + "\"sessions_with_merged_prs_by_size\":{\"xs\":0,\"s\":0,\"m\":1,\"l\":0,\"xl\":0},"
                + "\"avg_acus_per_session\":7.99963}");
    assertThat(
            metric("sessions" + MARCH + "&playbook_id=playbook-1&user_ids=" + human)
                .at("/sessions_created_count")
                .intValue())
        .isEqualTo(1);
    var none = metric("sessions" + MARCH + "&service_user_ids=service-user-0");
    assertThat(none.at("/sessions_created_count").intValue()).isZero();
    assertThat(none.at("/avg_acus_per_session").intValue()).isZero();
  }

  @Test
  void sizesEndWhereTheSpecificationSays() {
    for (String bound : List.of("0.999999 xs", "1 s", "3 m", "8 l", "20 xl")) {
      var parts = bound.split(" ", 2);
      assertThat(server.given().text("SELECT session_size(?::numeric)", parts[0]))
          .isEqualTo(parts[1]);
    }
  }

  @Test
  void usageIsThatOfTheLastThirtyDaysUnlessToldOtherwise() {
    String now = Instant.now().toString();
    String recent = session(Instant.now().minusSeconds(29 * 86_400).toString());
    session(Instant.now().minusSeconds(31 * 86_400).toString());
    pull(recent, "https://h/o/r/pull/20", "merged", false, now);
    pull(recent, "https://h/o/r/pull/21", "open", false, now);
    search(human, now, null);
    String usage =
        "{\"sessions_count\":1,\"searches_count\":1,\"prs_created_count\":2,\"prs_merged_count\":1}";

    assertThat(metric("usage").body()).isEqualTo(usage);
    String ofOne = "/v3/enterprise/organizations/%s/metrics/usage";
    assertThat(server.admin().get(ofOne.formatted(org)).ok().body()).isEqualTo(usage);
    server.admin().get(ofOne.formatted("org-0")).refused(404, "organization_not_found");
    long long32 = Instant.now().minusSeconds(32 * 86_400).getEpochSecond();
    assertThat(metric("usage?time_after=" + long32).at("/sessions_count").intValue()).isEqualTo(2);
  }

  @Test
  void searchesAreCountedInTheirOrganization() {
    search(human, "2026-03-05T00:00:00Z", null);
    search(human, "2026-04-01T00:00:00Z", null);

    assertThat(metric("searches" + MARCH).body()).isEqualTo("{\"searches_created_count\":1}");
    assertThat(ofEnterprise("searches" + MARCH + "&org_ids=" + org).body())
        .isEqualTo("{\"searches_created_count\":1}");
  }

  @Test
  void categoriesHoldTheirSubcategories() {
    for (String what : List.of("bug_fixing frontend", "bug_fixing frontend", "bug_fixing ")) {
      var parts = what.split(" ", 2);
      String id = session("2026-03-02T00:00:00Z");
      set(id, "category = '%s', subcategory = nullif('%s', '')".formatted(parts[0], parts[1]));
      set(id, "machine_seconds = 900");
    }
    set(session("2026-03-02T00:00:00Z"), "category = 'other'");
    session("2026-03-02T00:00:00Z");

    assertThat(ofEnterprise("sessions-by-category" + MARCH + "&org_ids=" + org).body())
        .isEqualTo(
            "{\"categories\":[{\"category\":\"bug_fixing\",\"sessions_count\":3,\"acus\":3,"
                + "\"subcategories\":[{\"subcategory_id\":null,\"display_name\":\"Other\","
                + "\"sessions_count\":1,\"acus\":1},{\"subcategory_id\":null,"
                + "\"display_name\":\"frontend\",\"sessions_count\":2,\"acus\":2}]},"
                + "{\"category\":\"other\",\"sessions_count\":1,\"acus\":0,\"subcategories\":"
                + "[{\"subcategory_id\":null,\"display_name\":\"Other\",\"sessions_count\":1,"
                + "\"acus\":0}]}]}");
  }

  @Test
  void theEnterpriseCountsAHumanOnceAndSumsOrganizations() {
    var other = server.given().organization();
    server.given().role(human, other, "org_member");
    String here = session("2026-03-02T00:00:00Z");
    String there = session(other, human, "2026-03-02T00:00:00Z");
    pull(here, "https://h/o/r/pull/30", "merged", false, "2026-03-03T00:00:00Z");
    pull(there, "https://h/o/r/pull/30", "merged", false, "2026-03-03T00:00:00Z");
    String both = MARCH + "&org_ids=" + org + "," + other;

    assertThat(ofEnterprise("active-users" + both).at("/active_users").intValue()).isEqualTo(1);
    assertThat(
            ofEnterprise("active-users" + both + "&min_sessions=2&min_searches=0")
                .at("/active_users")
                .intValue())
        .isEqualTo(1);
    for (String period : List.of("dau", "wau", "mau")) {
      var counts = ofEnterprise(period + both).each("", "/active_users");
      assertThat(counts.stream().mapToInt(Integer::parseInt).sum()).isEqualTo(1);
    }
    assertThat(ofEnterprise("prs" + both).at("/prs_created_count").intValue()).isEqualTo(1);
    assertThat(ofEnterprise("sessions" + both).at("/sessions_created_count").intValue())
        .isEqualTo(2);
    assertThat(ofEnterprise("usage" + both).at("/sessions_count").intValue()).isEqualTo(2);
    assertThat(
            ofEnterprise("sessions" + MARCH + "&org_ids=" + other)
                .at("/sessions_created_count")
                .intValue())
        .isEqualTo(1);
    assertThat(metric("sessions" + both).at("/sessions_created_count").intValue()).isEqualTo(1);
    assertThat(
            ofEnterprise("sessions" + MARCH + "&org_ids=org-0")
                .at("/sessions_created_count")
                .intValue())
        .isZero();
  }

  @Test
  void aRangeMustBeThereAndReadersOnlyRead() {
    for (String name :
        List.of("active-users", "dau", "wau", "mau", "prs", "sessions", "searches")) {
      reader
          .get(path("metrics/" + name))
          .invalid("query.time_after missing", "query.time_before missing");
      member.get(path("metrics/" + name + MARCH)).refused(403, "permission_denied");
      reader.get(ENTERPRISE + name + MARCH).refused(403, "permission_denied");
    }
    reader
        .get(path("metrics/dau" + MARCH + "&min_sessions=-1&min_searches=x"))
        .invalid("query.min_sessions too_small", "query.min_searches type");
    reader
        .get(path("metrics/usage" + between("2025-01-01T00:00:00Z", "2026-01-02T00:00:01Z")))
        .invalid("query.time_before too_large");
  }
}
