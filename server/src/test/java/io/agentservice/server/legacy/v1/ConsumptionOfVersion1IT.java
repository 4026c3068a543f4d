package io.agentservice.server.legacy.v1;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Consumption by version 1 (api-legacy.md 3). */
class ConsumptionOfVersion1IT extends OnOrganization {
  private static final String PATH = "/enterprise/consumption";
  private static final String MARCH = "?start_date=2026-03-01&end_date=2026-03-31";

  private ApiClient old;

  @BeforeEach
  void key() {
    old = server.as(server.given().legacyKey(server.given().human(null, "account_admin"), org));
  }

  private String session(ApiClient caller, OrgId where) {
    return caller
        .post("/v3/organizations/" + where + "/sessions", json("prompt", "p", "title", "T"))
        .ok()
        .text("/session_id");
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

  private void pull(String session, String state) {
    server
        .given()
        .update(
            """
            INSERT INTO pull_request (session_id, account_id, org_id, pr_url, state, taken_over)
            SELECT session_id, account_id, org_id, ?, ?, false FROM session WHERE session_id = ?
            """,
            "https://h.example/a/b/pull/" + state,
            state,
            session);
  }

  /** Those of this test's organization. */
  private List<JsonNode> of(Reply consumption) {
    return StreamSupport.stream(consumption.ok().at("/sessions").spliterator(), false)
        .filter(use -> use.get("org_id").stringValue().equals(org.value()))
        .toList();
  }

  @Test
  void aSessionHasTheShapeOfItsTime() {
    var human = server.given().human(org, "org_member");
    server
        .given()
        .update(
            "UPDATE human SET email = ?, name = 'Ann' WHERE user_id = ?",
            human + "@b.example",
            human.value());
    String id = session(server.as(server.given().personalToken(human)), org);
    used(id, "2026-03-02T09:00:00Z", "2");
    used(id, "2026-03-03T09:00:00Z", "0.5");
    used(id, "2026-04-01T08:00:00Z", "9");
    pull(session(member, org), "closed");
    pull(id, "merged");
    pull(id, "draft");
    var session = member.get(path("sessions/" + id)).ok();
    String since = member.get("/v1/session/" + id).ok().text("/created_at");
    String name =
        server.given().text("SELECT name FROM organization WHERE org_id = ?", org.value());

    var consumption = old.get(PATH + MARCH).ok();

    assertThat(of(consumption))
        .singleElement()
        .hasToString(
            """
            {"user_name":"Ann","user_email":"%s@b.example","session_name":"T","created_at":"%s","acu_used":2.5,\
            "url":"%s","org_id":"%s","org_name":"%s","pull_requests":[\
            {"pr_url":"https://h.example/a/b/pull/merged","pr_status":"merged"},\
            {"pr_url":"https://h.example/a/b/pull/draft","pr_status":"open"}]}\
            """
                .formatted(human, since, session.text("/url"), org, name));
    assertThat(consumption.at("/cycle").toString())
        .isEqualTo(json("start", "2026-03-01", "end", "2026-03-31"));
    assertThat(consumption.header("Deprecation")).isEqualTo("@1767225600");
    assertThat(old.get("/v1" + PATH + MARCH).ok().body()).isEqualTo(consumption.body());
  }

  @Test
  void item118EveryAddressIsWellFormedAndEveryStatusOneOfThree() {
    String robots = session(member, org);
    var human = server.given().human(org, "org_member");
    String nameless = session(server.as(server.given().personalToken(human)), org);
    var robot = server.as(server.given().legacyKey(null, org));
    String nobodys = robot.post("/v1/sessions", json("prompt", "p")).ok().text("/session_id");
    for (String id : List.of(robots, nameless, nobodys)) {
      used(id, "2026-03-02T09:00:00Z", "1");
      for (String state : List.of("open", "draft", "closed", "merged")) {
        pull(id, state);
      }
    }
    var all = of(old.get(PATH + MARCH));
    assertThat(all)
        .hasSize(3)
        .allSatisfy(use -> {
          assertThat(use.get("user_email").stringValue()).matches("[^@\\s]+@[^@\\s]+\\.[a-z]+");
          assertThat(use.get("user_name").stringValue()).isNotBlank();
          use.get("pull_requests")
              .forEach(pull ->
                  assertThat(pull.get("pr_status").stringValue()).isIn("open", "closed", "merged"));
        });
    assertThat(all.get(1).get("user_email").stringValue()).isEqualTo(human + "@users.invalid");
    assertThat(all.get(2).get("user_name").stringValue()).startsWith("robot ");
    assertThat(all.get(0).get("user_name").stringValue()).isEqualTo("old");
  }

  @Test
  void theLastDayIsIncludedAndADayBeginsAtEight() {
    String id = session(member, org);
    used(id, "2026-03-01T07:59:59Z", "1");
    used(id, "2026-03-01T08:00:00Z", "2");
    used(id, "2026-03-03T07:59:59Z", "4");
    used(id, "2026-03-03T08:00:00Z", "8");
    var use = of(old.get(PATH + "?start_date=2026-03-01&end_date=2026-03-02"));
    assertThat(use.getFirst().get("acu_used").intValue()).isEqualTo(6);
    assertThat(of(old.get(PATH + "?start_date=2026-02-01&end_date=2026-02-27"))).isEmpty();
  }

  @Test
  void aSessionThatUsedNothingIsNotInIt() {
    used(session(member, org), "2026-03-02T09:00:00Z", "0");
    assertThat(of(old.get(PATH + MARCH))).isEmpty();
  }

  @Test
  void everyOrganizationOfTheAccountIsInItAndADeletedOneIsNot() {
    var other = server.given().organization();
    String id = session(server.admin(), other);
    used(id, "2026-05-02T09:00:00Z", "1");
    String may = PATH + "?start_date=2026-05-01&end_date=2026-05-31";
    assertThat(old.get(may).ok().each("/sessions", "/org_id")).containsExactly(other.value());
    server.admin().delete("/v3/enterprise/organizations/" + other).ok();
    assertThat(old.get(may).ok().at("/sessions")).isEmpty();
  }

  @Test
  void allAreAnsweredHoweverManyNewestFirst() {
    server
        .given()
        .update(
            """
            INSERT INTO session (session_id, account_id, org_id, status, origin, created_at)
            SELECT 'agent-' || lpad(to_hex(n), 32, '0'), account_id, ?, 'EXIT', 'api', '2026-06-01'
              FROM account, generate_series(1, 450) AS n
            """,
            org.value());
    server
        .given()
        .update(
            """
            INSERT INTO acu_day (session_id, day, account_id, org_id, product, acus)
            SELECT session_id, '2026-06-02', account_id, org_id, 'agent', 1 FROM session WHERE org_id = ?
            """,
            org.value());
    var all = of(old.get(PATH + "?start_date=2026-06-02&end_date=2026-06-02"));
    assertThat(all).hasSize(450);
    assertThat(all.getFirst().get("user_email").stringValue()).isEqualTo("unknown@users.invalid");
    assertThat(all.stream().map(use -> use.get("url").stringValue()).toList())
        .isSortedAccordingTo((one, two) -> two.compareTo(one));
  }

  @Test
  void whatIsWrongIsSaid() {
    old.get(PATH).invalid("query.start_date missing", "query.end_date missing");
    old.get(PATH + "?start_date=2026-03-01T00:00:00Z&end_date=x")
        .invalid("query.start_date format", "query.end_date format");
    old.get(PATH + "?start_date=2026-02-30&end_date=%2B999999999-12-31")
        .invalid("query.start_date format", "query.end_date format");
    old.get(PATH + "?start_date=2026-03-02&end_date=2026-03-01")
        .invalid("query.start_date inconsistent");
    old.get(PATH + "?start_date=2025-01-01&end_date=2026-01-02")
        .invalid("query.end_date too_large");
    old.get(PATH + "?start_date=2025-01-01&end_date=2026-01-01").ok();
    member.get(PATH + MARCH).refused(403, "permission_denied");
  }
}
