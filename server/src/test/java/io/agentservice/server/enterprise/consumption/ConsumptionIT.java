package io.agentservice.server.enterprise.consumption;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.lists.TimeRange;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.UserId;
import io.agentservice.server.enterprise.consumption.Consumption.Share;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Consumption (api-org.md 7, api-enterprise.md 8; completions.md 12.55); an ACU is two dollars. */
class ConsumptionIT extends OnOrganization {
  private static final String ENTERPRISE = "/v3/enterprise/consumption/";

  private ApiClient reader;
  private ApiClient admin;

  @BeforeEach
  void callers() {
    reader = server.as(server.given().key(org, "org_admin"));
    admin = server.admin();
  }

  /** A session of the organization's member; its id. */
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

  private void costs(String session, String dollars) {
    server
        .given()
        .update(
            "UPDATE session SET model_dollars = model_dollars + ?::numeric WHERE session_id = ?",
            dollars,
            session);
  }

  private static String between(String after, String before) {
    return "?time_after=%s&time_before=%s"
        .formatted(Instant.parse(after).getEpochSecond(), Instant.parse(before).getEpochSecond());
  }

  private static long second(String time) {
    return Instant.parse(time).getEpochSecond();
  }

  private Reply daily(String below) {
    return reader.get(path("consumption/daily" + below)).ok();
  }

  @Test
  void aServerWithoutLimitsOfCyclesListsNone() {
    var limits = admin.get(ENTERPRISE + "acu-limits/agent").ok();
    assertThat(limits.each("/scope")).isEmpty();
    assertThat(limits.at("/total").intValue()).isZero();
  }

  @Test
  void item55TheDaysOfASessionAddUpToWhatItConsumed() {
    String id = session(member);
    costs(id, "0.3333335");
    costs(id, "1.1111111");
    costs(id, "4");

    var consumed = member.get(path("sessions/" + id)).ok().at("/acus_consumed").decimalValue();
    var daily = daily("/sessions/" + id);

    assertThat(consumed).isEqualByComparingTo("2.722222");
    assertThat(daily.at("/total_acus").decimalValue()).isEqualByComparingTo(consumed);
    var day = daily.at("/consumption_by_date/0");
    assertThat(day.at("/acus").decimalValue()).isEqualByComparingTo(consumed);
    assertThat(day.at("/date").longValue() % 86_400).isEqualTo(8 * 3600);
    assertThat(daily("").at("/total_acus").decimalValue()).isEqualByComparingTo(consumed);
  }

  @Test
  void machineTimeIsBookedOnItsDayToo() {
    String id = session(member);
    server.given().update("UPDATE session SET machine_seconds = 450 WHERE session_id = ?", id);

    assertThat(daily("/sessions/" + id).at("/total_acus").doubleValue()).isEqualTo(0.5);
  }

  @Test
  void item55ADayBeginsAtEightAndOnlyDaysWithUseAreThere() {
    String id = session(member);
    used(id, "2026-03-01T07:59:59Z", "1");
    used(id, "2026-03-01T08:00:00Z", "2");
    used(id, "2026-03-04T07:59:59Z", "4");

    var daily = daily(between("2026-02-01T00:00:00Z", "2026-04-01T00:00:00Z"));

    assertThat(daily.each("/consumption_by_date", "/date"))
        .containsExactly(
            "" + second("2026-02-28T08:00:00Z"),
            "" + second("2026-03-01T08:00:00Z"),
            "" + second("2026-03-03T08:00:00Z"));
    assertThat(daily.each("/consumption_by_date", "/acus")).containsExactly("1", "2", "4");
    assertThat(daily.at("/total_acus").intValue()).isEqualTo(7);
  }

  @Test
  void aDayThatTheRangeCutsHoldsThePartInside() {
    String id = session(member);
    used(id, "2026-03-01T10:00:00Z", "1");
    used(id, "2026-03-01T11:00:00Z", "2");
    used(id, "2026-03-02T10:00:00Z", "4");
    used(id, "2026-03-03T09:59:59Z", "8");
    used(id, "2026-03-03T10:00:00Z", "16");

    var daily = daily(between("2026-03-01T11:00:00Z", "2026-03-03T10:00:00Z"));

    assertThat(daily.each("/consumption_by_date", "/date").getFirst())
        .isEqualTo("" + second("2026-03-01T08:00:00Z"));
    assertThat(daily.each("/consumption_by_date", "/acus")).containsExactly("2", "4", "8");
    assertThat(daily(between("2026-03-01T10:30:00Z", "2026-03-01T10:45:00Z")).body())
        .isEqualTo(json("total_acus", 0, "consumption_by_date", List.of()));
  }

  @Test
  void withoutARangeItIsTheCurrentCycle() {
    String id = session(member);
    costs(id, "2");
    long cycle = admin.get(ENTERPRISE + "cycles").ok().at("/items/0/after").longValue();
    used(id, Instant.ofEpochSecond(cycle - 1).toString(), "10");

    assertThat(daily("").at("/total_acus").intValue()).isEqualTo(1);
    assertThat(daily("?time_after=" + (cycle - 1)).at("/total_acus").intValue()).isEqualTo(11);
    assertThat(daily("?time_before=" + (cycle + 1)).at("/total_acus").intValue()).isZero();
    reader
        .get(path("consumption/daily?time_before=" + cycle))
        .invalid("query.time_after inconsistent");
  }

  @Test
  void reviewsAreCountedApart() {
    String id = session(member);
    String review = session(member);
    server.given().update("UPDATE session SET product = 'review' WHERE session_id = ?", review);
    costs(id, "2");
    costs(review, "6");

    var day = daily("").at("/consumption_by_date/0");

    assertThat(day.at("/acus").intValue()).isEqualTo(4);
    assertThat(day.at("/acus_by_product").toString()).isEqualTo(json("agent", 1, "review", 3));
  }

  @Test
  void theOwnerIsTheHumanAndElseTheServiceUser() {
    UserId human = server.given().human(org, "org_member");
    var person = server.as(server.given().personalToken(human));
    String robot = member.get("/v3/self").ok().text("/service_user_id");
    costs(session(person), "2");
    costs(session(member), "4");
    String impersonated =
        reader
            .post(path("sessions"), json("prompt", "p", "create_as_user_id", human))
            .ok()
            .text("/session_id");
    costs(impersonated, "8");

    assertThat(daily("/users/" + human).at("/total_acus").intValue()).isEqualTo(5);
    assertThat(daily("/service-users/" + robot).at("/total_acus").intValue()).isEqualTo(2);
    String caller = reader.get("/v3/self").ok().text("/service_user_id");
    assertThat(daily("/service-users/" + caller).body())
        .isEqualTo(json("total_acus", 0, "consumption_by_date", List.of()));
  }

  @Test
  void whoIsUnknownInTheOrganizationIsA404AndWhoLeftIsKnownWhereHeUsedIt() {
    UserId human = server.given().human(org, "org_member");
    var other = server.given().organization();
    var elsewhere = server.as(server.given().key(other, "org_admin"));
    String theirs = "/v3/organizations/" + other + "/consumption/daily";
    String id = session(server.as(server.given().personalToken(human)));
    costs(id, "2");

    elsewhere.get(theirs + "/users/" + human).refused(404, "user_not_found");
    elsewhere.get(theirs + "/sessions/" + id).refused(404, "session_not_found");
    server.given().update("DELETE FROM role_assignment WHERE principal_id = ?", human.value());
    assertThat(daily("/users/" + human).at("/total_acus").intValue()).isEqualTo(1);
    reader
        .get(path("consumption/daily/service-users/" + human))
        .refused(404, "service_user_not_found");
  }

  @Test
  void anOwnerWhoHasUsedNothingYetHasAnEmptyList() {
    String nothing = json("total_acus", 0, "consumption_by_date", List.of());
    UserId human = server.given().human(org, "org_member");
    session(server.as(server.given().personalToken(human)));
    server.given().update("DELETE FROM role_assignment WHERE principal_id = ?", human.value());
    assertThat(daily("/users/" + human).body()).isEqualTo(nothing);
    String robot = admin.get("/v3/self").ok().text("/service_user_id");
    assertThat(daily("/service-users/" + robot).body()).isEqualTo(nothing);
    UserId ofAccount = server.given().human(server.given().organization(), "org_member");
    server.given().role(ofAccount, null, "account_member");
    assertThat(daily("/users/" + ofAccount).body()).isEqualTo(nothing);
  }

  @Test
  void theEnterpriseSeesAllOrganizationsAndEachAlone() {
    UserId human = server.given().human(org, "org_member");
    var token = server.given().personalToken(human);
    String here = session(server.as(token));
    costs(here, "2");
    var other = server.given().organization();
    server.given().role(human, other, "org_member");
    String there =
        server
            .as(token)
            .post("/v3/organizations/" + other + "/sessions", json("prompt", "p"))
            .ok()
            .text("/session_id");
    costs(there, "6");

    assertThat(total("daily/organizations/" + org)).isEqualTo(1);
    assertThat(total("daily/organizations/" + other)).isEqualTo(3);
    assertThat(total("daily/users/" + human)).isEqualTo(4);
    assertThat(total("daily/sessions/" + there)).isEqualTo(3);
    assertThat(total("daily")).isGreaterThanOrEqualTo(4);
    String robot = member.get("/v3/self").ok().text("/service_user_id");
    assertThat(total("daily/service-users/" + robot)).isZero();
    assertThat(daily("/users/" + human).at("/total_acus").intValue()).isEqualTo(1);
    admin.get(ENTERPRISE + "daily/organizations/org-0").refused(404, "organization_not_found");
    reader.get(ENTERPRISE + "daily").refused(403, "permission_denied");
    member.get(path("consumption/daily")).refused(403, "permission_denied");
  }

  private double total(String below) {
    return admin.get(ENTERPRISE + below).ok().at("/total_acus").doubleValue();
  }

  @Test
  void useIsSharedOutByOrganizationAndByOwner() {
    UserId human = server.given().human(org, "org_member");
    costs(session(server.as(server.given().personalToken(human))), "2");
    costs(session(member), "4");
    String robot = member.get("/v3/self").ok().text("/service_user_id");
    var account =
        new Scope(new AccountId(server.given().text("SELECT account_id FROM account")), null);
    var ofOrganization = new UseFilter(List.of(org.value()), List.of(), null);

    try (var database = server.openDatabase()) {
      var consumption = new Consumption(database, 1);
      var now = consumption.now();
      var today = new TimeRange(now.minusSeconds(3600), now.plusSeconds(60));
      assertThat(consumption.shares(account, Share.ORGANIZATION, ofOrganization, today).toString())
          .matches("\\{" + org + "=3(\\.0+)?}");
      assertThat(consumption.shares(account, Share.OWNER, ofOrganization, today).keySet())
          .containsExactlyInAnyOrder(human.value(), robot);
    }
  }

  @Test
  void cyclesGoBackToTheBeginningOfTheAccountAndArePaged() {
    server.given().update("UPDATE account SET created_at = now() - interval '95 days'");

    var all = admin.get(ENTERPRISE + "cycles").ok();
    var walked = new ArrayList<String>();
    String cursor = "";
    do {
      var page = admin.get(ENTERPRISE + "cycles?first=1&after=" + cursor).ok();
      walked.addAll(page.each("/after"));
      cursor = page.text("/end_cursor");
    } while (cursor != null);

    List<String> begins = all.each("/after");
    assertThat(begins).hasSizeBetween(4, 5).isEqualTo(walked);
    assertThat(all.at("/total").intValue()).isEqualTo(begins.size());
    assertThat(all.each("/before").subList(1, begins.size()))
        .isEqualTo(begins.subList(0, begins.size() - 1));
    long now = Instant.now().getEpochSecond();
    assertThat(Long.parseLong(begins.getFirst())).isLessThanOrEqualTo(now);
    assertThat(all.at("/items/0/before").longValue()).isGreaterThan(now);
  }

  @Test
  void aRangeOfMoreThanAYearIsRefused() {
    String daily = path("consumption/daily");
    reader
        .get(daily + between("2026-03-01T00:00:00Z", "2026-03-01T00:00:00Z"))
        .invalid("query.time_after inconsistent");
    reader
        .get(daily + between("2025-01-01T00:00:00Z", "2026-01-02T00:00:01Z"))
        .invalid("query.time_before too_large");
    reader.get(daily + between("2025-01-01T00:00:00Z", "2026-01-02T00:00:00Z")).ok();
    reader
        .get(daily + "?time_after=x&time_before=-1")
        .invalid("query.time_after type", "query.time_before too_small");
  }
}
