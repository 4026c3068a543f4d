package io.agentservice.server.legacy.migration;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The mapping of interface.md 4.9 as pairs: what was asked for before, and what is asked now. */
class MigrationIT extends OnOrganization {
  private ApiClient before;
  private ApiClient now;

  @BeforeEach
  void bothKeys() {
    var human = server.given().human(org, "org_member");
    before = server.as(server.given().legacyKey(human, org));
    now = server.as(server.given().personalToken(human));
  }

  @Test
  void createAndRead() {
    String prompt = json("prompt", "p", "tags", List.of("a"));
    String id = before.post("/v1/sessions", prompt).ok().text("/session_id");
    var old = before.get("/v1/session/" + id).ok();
    var newer = now.get(path("sessions/" + id)).ok();
    for (String field : new String[] {"session_id", "url", "status", "title", "tags"}) {
      assertThat(newer.at("/" + field)).as(field).isEqualTo(old.at("/" + field));
    }
    String other = now.post(path("sessions"), prompt).ok().text("/session_id");
    assertThat(
            before
                .get("/v1/sessions?limit=2&offset=0&tags=a")
                .ok()
                .each("/sessions", "/session_id"))
        .isEqualTo(now.get(path("sessions?first=2&tags=a")).ok().each("/session_id"))
        .containsExactly(other, id);
  }

  @Test
  void messagesAndTags() {
    String id = before.post("/v1/sessions", json("prompt", "p")).ok().text("/session_id");
    before.post("/v1/session/" + id + "/message", json("message", "one")).ok();
    now.post(path("sessions/" + id + "/messages"), json("message", "two")).ok();
    assertThat(before.get("/v1/session/" + id).ok().each("/messages", "/message"))
        .isEqualTo(now.get(path("sessions/" + id + "/messages")).ok().each("/message"))
        .containsExactly("p", "one", "two");
    before.put("/v1/session/" + id + "/tags", json("tags", List.of("x"))).ok();
    assertThat(now.get(path("sessions/" + id + "/tags")).ok().text("/tags/0")).isEqualTo("x");
    now.put(path("sessions/" + id + "/tags"), json("tags", List.of("y"))).ok();
    assertThat(before.get("/v1/session/" + id).ok().text("/tags/0")).isEqualTo("y");
  }

  @Test
  void endAndArchive() {
    String one = before.post("/v1/sessions", json("prompt", "p")).ok().text("/session_id");
    before.delete("/v1/sessions/" + one).ok();
    assertThat(now.get(path("sessions/" + one)).ok().text("/status")).isEqualTo("exit");
    assertThat(now.delete(path("sessions/" + one)).ok().text("/status")).isEqualTo("exit");
    String other = now.post(path("sessions"), json("prompt", "p")).ok().text("/session_id");
    now.post(path("sessions/" + other + "/archive"), "").ok();
    assertThat(before.get("/v1/session/" + other).ok().text("/status_enum"))
        .isEqualTo("suspend_requested");
  }

  @Test
  void anAnswerSaysItselfWhereItIsFoundNow() {
    String id = before.post("/v1/sessions", json("prompt", "p")).ok().text("/session_id");
    String link = before.get("/v1/session/" + id).ok().header("Link");
    String address = link.substring(1, link.indexOf('>'));
    assertThat(now.get(address).ok().text("/session_id")).isEqualTo(id);
  }

  @Test
  void notes() {
    String id =
        before
            .post(
                "/v1/knowledge",
                json("name", "n", "body", "b", "trigger_description", "t", "macro", "!n"))
            .ok()
            .text("/id");
    String one = path("knowledge/notes/" + id);
    same(
        before.get("/v1/knowledge/" + id),
        now.get(one),
        Map.of("/id", "/note_id", "/name", "/name", "/body", "/body", "/macro", "/macro"),
        Map.of("/trigger_description", "/trigger", "/pinned_repo", "/pinned_repo"));
    before.put("/v1/knowledge/" + id, json("body", "c")).ok();
    assertThat(now.get(one).ok().text("/body")).isEqualTo("c");
    assertThat(before.get("/v1/knowledge").ok().each("/knowledge", "/id"))
        .isEqualTo(now.get(path("knowledge/notes")).ok().each("/note_id"));
    now.delete(one).ok();
    before.get("/v1/knowledge/" + id).refused(404, "note_not_found");
  }

  @Test
  void playbooks() {
    String body = json("title", "t", "body", "b", "macro", "!p");
    String id = before.post("/v1/playbooks", body).ok().text("/playbook_id");
    String one = path("playbooks/" + id);
    same(
        before.get("/v1/playbooks/" + id),
        now.get(one),
        Map.of("/playbook_id", "/playbook_id", "/title", "/title", "/body", "/body"),
        Map.of("/macro", "/macro", "/created_by_user_id", "/created_by", "/org_id", "/org_id"));
    before.put("/v1/playbooks/" + id, json("title", "u")).ok();
    assertThat(now.get(one).ok().text("/title")).isEqualTo("u");
    assertThat(before.get("/v1/playbooks").ok().each("", "/playbook_id"))
        .isEqualTo(now.get(path("playbooks")).ok().each("/playbook_id"));
    now.delete(one).ok();
    before.get("/v1/playbooks/" + id).refused(404, "playbook_not_found");
  }

  @Test
  void secrets() {
    String secret = json("type", "key-value", "key", "K", "value", "v");
    String id = before.post("/v1/secrets", secret).text("/id");
    var newer = now.get(path("secrets")).ok();
    var old = before.get("/v1/secrets").ok();
    assertThat(newer.each("/secret_id"))
        .containsExactly(id)
        .isEqualTo(old.each("/secrets", "/secret_id"));
    assertThat(newer.each("/key")).isEqualTo(old.each("/secrets", "/secret_name"));
    assertThat(newer.each("/secret_type")).isEqualTo(old.each("/secrets", "/secret_type"));
    now.delete(path("secrets/" + id)).ok();
    assertThat(before.get("/v1/secrets").ok().at("/secrets")).isEmpty();
  }

  @Test
  void theEnterprise() {
    var boss = server.given().human(null, "account_admin");
    var old = server.as(server.given().legacyKey(boss, org));
    var newer = server.as(server.given().personalToken(boss));
    String id =
        old.post("/v2/enterprise/organizations", json("display_name", "M")).ok().text("/org_id");
    String one = "/enterprise/organizations/" + id;
    same(
        old.get("/v2" + one),
        newer.get("/v3" + one),
        Map.of("/org_id", "/org_id", "/org_name", "/name"),
        Map.of("/max_session_acu_limit", "/max_session_acu_limit"));
    for (String list : List.of(one + "/members", "/enterprise/members")) {
      assertThat(old.get("/v2" + list).ok().each("/user_id"))
          .isEqualTo(newer.get("/v3" + list + "/users").ok().each("/user_id"));
    }
    before.post("/v1/sessions", json("prompt", "p")).ok();
    for (String list : List.of("sessions", "sessions/insights")) {
      String ofOrg = "/enterprise/" + list + "?org_ids=" + org;
      assertThat(old.get("/v2" + ofOrg).ok().each("/session_id"))
          .hasSize(1)
          .isEqualTo(newer.get("/v3" + ofOrg).ok().each("/session_id"));
    }
    assertThat(old.get("/v2/enterprise/consumption/daily").ok().at("/total_acus"))
        .isEqualTo(newer.get("/v3/enterprise/consumption/daily").ok().at("/total_acus"));
    assertThat(old.get("/v2/enterprise/metrics/usage?org_ids=" + org).ok().at("/sessions_count"))
        .isEqualTo(
            newer.get("/v3/enterprise/metrics/usage?org_ids=" + org).ok().at("/sessions_count"));
    newer.delete("/v3" + one).ok();
    old.get("/v2" + one).refused(404, "organization_not_found");
  }

  /** The fields of the older answer, and where they are in the newer one. */
  @SafeVarargs
  private static void same(Reply old, Reply newer, Map<String, String>... fields) {
    old.ok();
    newer.ok();
    for (var part : fields) {
      part.forEach((before, now) -> assertThat(newer.at(now)).as(before).isEqualTo(old.at(before)));
    }
  }
}
