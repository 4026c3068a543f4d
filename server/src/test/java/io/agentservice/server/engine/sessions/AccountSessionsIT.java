package io.agentservice.server.engine.sessions;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Sessions across organizations (api-enterprise.md 5). */
class AccountSessionsIT extends OnOrganization {
  private static final String ALL = "/v3/enterprise/sessions";

  private OrgId other;
  private ApiClient admin;
  private String one;
  private String id;

  @BeforeEach
  void twoOrganizations() {
    other = server.given().organization();
    admin = server.admin();
    id = create(org);
    one = ALL + "/" + id;
  }

  private String create(OrgId in) {
    return admin
        .post("/v3/organizations/" + in + "/sessions", json("prompt", "p"))
        .ok()
        .text("/session_id");
  }

  private List<String> found(String query) {
    return admin.get(ALL + "?" + query).ok().each("/session_id");
  }

  @Test
  void theListHoldsAllOrganizationsOrThoseAskedForAndTakesEveryFilter() {
    String elsewhere = create(other);
    assertThat(found("org_ids=%s,%s".formatted(org, other))).containsExactly(elsewhere, id);
    assertThat(found("org_ids[]=" + org)).containsExactly(id);
    assertThat(found("org_ids=org-unknown")).isEmpty();
    assertThat(found("")).contains(id, elsewhere);
    assertThat(found("session_ids=%s&statuses=new&origins=api".formatted(id))).containsExactly(id);
    var insights = admin.get(ALL + "/insights?org_ids=" + org).ok();
    assertThat(insights.each("/session_id")).containsExactly(id);
    assertThat(insights.at("/items/0/analysis").isNull()).isTrue();
    admin.get(ALL + "?order=asc").invalid("query.order not_allowed");
    admin
        .get(ALL + "/insights?order=asc&category=x")
        .invalid("query.order not_allowed", "query.category enum");
    // An organization's own list knows no other one, whatever is asked for.
    assertThat(member.get(path("sessions?org_ids=" + other)).ok().each("/session_id"))
        .containsExactly(id);
  }

  @Test
  void theListGoesByCursorAcrossOrganizationsWhileSessionsCome() {
    var made = new ArrayList<>(List.of(id, create(other), create(org), create(other)));
    var seen = new ArrayList<String>();
    String scope = "?first=1&org_ids=%s,%s".formatted(org, other);
    String after = "";
    while (after != null) {
      var page = admin.get(ALL + scope + after).ok();
      seen.addAll(page.each("/session_id"));
      create(other);
      String cursor = page.text("/end_cursor");
      after = cursor == null ? null : "&after=" + cursor;
    }
    assertThat(seen).isEqualTo(made.reversed());
  }

  @Test
  void readsAnswerAsTheOrganizationsDo() {
    String own = path("sessions/" + id);
    for (String part : List.of("", "/messages", "/attachments", "/tags", "/insights")) {
      var answer = admin.get(one + part).ok();
      assertThat(answer.json()).as(part).isEqualTo(member.get(own + part).ok().json());
      assertThat(admin.get(one + part + "?org_id=" + org).ok().json()).isEqualTo(answer.json());
      admin.get(one + part + "?org_id=" + other).refused(404, "session_not_found");
    }
    admin.get(ALL + "/devin-" + id.substring(6)).ok();
  }

  @Test
  void writesChangeTheSessionWhereverItIs() {
    admin.post(one + "/messages", json("message", "go on")).ok();
    assertThat(member.get(path("sessions/" + id + "/messages")).ok().each("/message"))
        .containsExactly("p", "go on");
    assertThat(admin.post(one + "/tags", json("tags", List.of("b"))).ok().at("/tags").toString())
        .isEqualTo("[\"b\"]");
    assertThat(admin.put(one + "/tags", json("tags", List.of("a"))).ok().at("/tags").toString())
        .isEqualTo("[\"a\"]");
    admin.post(one + "/messages?org_id=" + other, "{}").refused(404, "session_not_found");
    admin.put(one + "/tags?org_id=" + other, "{}").refused(404, "session_not_found");
    admin.post(one + "/messages", "{}").invalid("body.message missing");
    var records = server.given().audit(org);
    assertThat(records)
        .extracting(record -> record.action())
        .endsWith("send_message", "update_session_tags", "update_session_tags");
  }

  @Test
  @DisplayName("112: a key of an organization is denied, but for insights of its own sessions")
  void aKeyOfAnOrganizationIsDenied() {
    for (String path : List.of(ALL, ALL + "/insights", one, one + "/messages", one + "/tags")) {
      var refused = member.get(path).refused(403, "permission_denied");
      assertThat(refused.text("/required_permission")).isEqualTo("ViewAccountSessions");
    }
    var refused = member.post(one + "/messages", "{}").refused(403, "permission_denied");
    assertThat(refused.text("/required_permission")).isEqualTo("ManageAccountSessions");

    String generate = "/insights/generate";
    String elsewhere = ALL + "/" + create(other) + generate;
    assertThat(member.post(one + generate, "").ok().text("/status")).isEqualTo("started");
    member.post(elsewhere, "").refused(404, "session_not_found");
    member.post(one + generate + "?org_id=" + other, "").refused(404, "session_not_found");
    var human = server.given().human(org, "org_member");
    var viewer = viewer();
    server.given().role(human, other, viewer);
    var refusedThere =
        server
            .as(server.given().personalToken(human))
            .post(elsewhere, "")
            .refused(403, "permission_denied");
    assertThat(refusedThere.text("/detail")).contains("ManageOrgSessions", other.value());
  }

  private String viewer() {
    return admin
        .post(
            "/v3/enterprise/roles",
            json(
                "role_name",
                "viewers of " + org,
                "role_type",
                "org",
                "permissions",
                List.of("ViewOrgSessions")))
        .ok()
        .text("/role_id");
  }
}
