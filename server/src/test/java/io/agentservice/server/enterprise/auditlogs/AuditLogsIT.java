package io.agentservice.server.enterprise.auditlogs;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.audit.AuditActions;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The audit log (auth.md 7, api-enterprise.md 7). */
class AuditLogsIT extends OnOrganization {
  private static final String ALL = "/v3/enterprise/audit-logs";

  private ApiClient admin;
  private String ofOrg;

  @BeforeEach
  void paths() {
    admin = server.admin();
    ofOrg = "/v3/enterprise/organizations/" + org + "/audit-logs";
  }

  private String note(String name) {
    return member
        .post(path("knowledge/notes"), json("name", name, "body", "secret words", "trigger", "t"))
        .ok()
        .text("/note_id");
  }

  /** Moves the organization's records, the oldest first, to so many days ago. */
  private void age(int... days) {
    var records = admin.get(ofOrg + "?order=asc").ok().each("/audit_log_id");
    for (int i = 0; i < days.length; i++) {
      server
          .given()
          .tampered(
              "UPDATE audit_log SET created_at = now() - make_interval(days => ?) WHERE audit_log_id = ?",
              days[i],
              records.get(i));
    }
  }

  @Test
  void aRecordSaysWhoDidWhatWithWhichRequest() {
    String note = note("first");
    var caller = member.get("/v3/self").ok();
    var record = admin.get(ofOrg).ok();
    assertThat(record.at("/total").intValue()).isEqualTo(1);
    assertThat(record.text("/items/0/action")).isEqualTo("create_knowledge");
    assertThat(record.text("/items/0/org_id")).isEqualTo(org.value());
    assertThat(record.text("/items/0/service_user_id")).isEqualTo(caller.text("/service_user_id"));
    assertThat(record.text("/items/0/service_user_name"))
        .isEqualTo(caller.text("/service_user_name"));
    assertThat(record.text("/items/0/user_id")).isNull();
    assertThat(record.text("/items/0/ip_address")).isEqualTo("127.0.0.1");
    assertThat(record.text("/items/0/request_id")).isNotNull();
    assertThat(record.text("/items/0/data/note_id")).isEqualTo(note);
    assertThat(record.body()).doesNotContain("secret words");
  }

  @Test
  void item30TheOrderTurnsAroundAndWrongSpansAreRefused() {
    List.of("a", "b", "c").forEach(this::note);
    var newest = admin.get(ofOrg).ok().each("/data/name");
    assertThat(newest).containsExactly("c", "b", "a");
    assertThat(admin.get(ofOrg + "?order=desc").ok().each("/data/name")).isEqualTo(newest);
    assertThat(admin.get(ofOrg + "?order=asc").ok().each("/data/name"))
        .containsExactly("a", "b", "c");
    admin.get(ofOrg + "?order=up").invalid("query.order enum");
    long now = Instant.now().getEpochSecond();
    admin.get(ofOrg + "?time_before=" + now).invalid("query.time_before inconsistent");
    long day = Duration.ofDays(1).toSeconds();
    String span = ofOrg + "?time_after=%d&time_before=%d";
    admin.get(span.formatted(now - 101 * day, now)).invalid("query.time_after too_small");
    admin.get(span.formatted(now - 100 * day, now)).ok();
    admin.get(span.formatted(now - 300 * day, now - 250 * day)).ok();
    admin.get(ofOrg + "?time_after=" + (now - 101 * day)).invalid("query.time_after too_small");
    admin.get(span.formatted(now, now - day)).invalid("query.time_before inconsistent");
    admin.get(ofOrg + "?time_after=x").invalid("query.time_after type");
  }

  @Test
  void withoutBoundsTheWholeLogIsPagedInBothOrdersWhileRecordsAreWritten() {
    for (int i = 0; i < 5; i++) {
      note("n" + i);
    }
    age(900, 500, 200);
    for (String order : List.of("asc", "desc")) {
      var names = new ArrayList<String>();
      String after = "";
      do {
        var page = admin.get(ofOrg + "?first=2&order=" + order + "&after=" + after).ok();
        page.at("/items").forEach(item -> names.add(item.at("/data/name").asString()));
        after = page.text("/end_cursor");
        if (order.equals("desc")) {
          note("later");
        }
      } while (after != null);
      var expected = new ArrayList<>(List.of("n0", "n1", "n2", "n3", "n4"));
      assertThat(names)
          .containsExactlyElementsOf(order.equals("asc") ? expected : expected.reversed());
    }
    String cursor = admin.get(ofOrg + "?first=1&order=asc").ok().text("/end_cursor");
    admin.get(ofOrg + "?first=1&after=" + cursor).refused(400, "invalid_cursor");
    admin.get(ALL + "?first=1&order=asc&after=" + cursor).refused(400, "invalid_cursor");
  }

  @Test
  void filtersHoldTogetherAndTheirBoundsAreInclusiveAndExclusive() {
    String note = note("kept");
    member.delete(path("knowledge/notes/" + note)).ok();
    var human = server.given().human(org, "org_member");
    var person = server.as(server.given().personalToken(human));
    person.post(path("knowledge/notes"), json("name", "his", "body", "b", "trigger", "t")).ok();
    String robot = member.get("/v3/self").ok().text("/service_user_id");
    assertThat(admin.get(ofOrg + "?action=delete_knowledge").ok().each("/data/note_id"))
        .containsExactly(note);
    assertThat(admin.get(ofOrg + "?user_id=" + human).ok().each("/data/name"))
        .containsExactly("his");
    assertThat(
            admin
                .get(ofOrg + "?action=create_knowledge&service_user_id=" + robot)
                .ok()
                .each("/data/name"))
        .containsExactly("kept");
    assertThat(admin.get(ofOrg + "?user_id=user-" + "0".repeat(32)).ok().at("/items")).isEmpty();
    age(10);
    long then = admin.get(ofOrg + "?order=asc&first=1").ok().at("/items/0/created_at").longValue();
    String within = ofOrg + "?time_after=%d&time_before=%d";
    assertThat(total(within.formatted(then, then + 1))).isEqualTo(1);
    assertThat(total(within.formatted(then - 1, then))).isZero();
    assertThat(total(ofOrg + "?time_after=" + then)).isEqualTo(3);
  }

  private int total(String path) {
    return admin.get(path).ok().at("/total").intValue();
  }

  @Test
  void everyNameCanBeAskedForInBothWordsAndNoOther() {
    note("n");
    for (String action : AuditActions.NAMES) {
      Reply found = admin.get(ofOrg + "?action=" + action).ok();
      assertThat(found.at("/items").size())
          .as(action)
          .isEqualTo(action.equals("create_knowledge") ? 1 : 0);
    }
    assertThat(AuditActions.NAMES)
        .hasSizeGreaterThan(120)
        .contains("reconnect_azure_devops_integration", "execute_snapshot_script", "login");
    admin.get(ofOrg + "?action=remove_repo_from_devin").ok();
    admin.get(ofOrg + "?action=read_mind").invalid("query.action enum");
    admin.get(ofOrg + "?action=").ok();
  }

  @Test
  void anOrganizationsLogHoldsItsRecordsOnlyAndIsServedUnderBothPaths() {
    note("mine");
    var other = server.given().organization();
    server
        .as(server.given().key(other, "org_member"))
        .post(
            "/v3/organizations/" + other + "/knowledge/notes",
            json("name", "theirs", "body", "b", "trigger", "t"))
        .ok();
    assertThat(admin.get(ofOrg).ok().each("/data/name")).containsExactly("mine");
    assertThat(admin.get(path("audit-logs")).ok().each("/data/name")).containsExactly("mine");
    assertThat(admin.get(ALL + "?first=2").ok().each("/data/name"))
        .containsExactly("theirs", "mine");
  }

  @Test
  void onlyWhoManagesTheEnterprisesSettingsReadsIt() {
    var orgAdmin = server.as(server.given().key(org, "org_admin"));
    for (String path : List.of(ALL, ofOrg, path("audit-logs"))) {
      assertThat(member.get(path).refused(403, "permission_denied").body())
          .contains("ManageEnterpriseSettings");
      orgAdmin.get(path).refused(403, "permission_denied");
    }
    admin
        .get("/v3/enterprise/organizations/org-" + "0".repeat(32) + "/audit-logs")
        .refused(404, "organization_not_found");
  }
}
