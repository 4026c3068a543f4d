package io.agentservice.server.legacy.v1;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Playbooks by version 1 (api-legacy.md 3). */
class PlaybooksOfVersion1IT extends OnOrganization {
  private static final String ALL = "/v1/playbooks";
  private static final String BODY = json("title", "t", "body", "b", "macro", "!m");

  private String userId;
  private ApiClient old;

  @BeforeEach
  void key() {
    server.given().update("DELETE FROM playbook");
    var human = server.given().human(org, "org_member");
    userId = human.value();
    old = server.as(server.given().legacyKey(human, org));
  }

  @Test
  void aPlaybookHasTheShapeOfItsTime() {
    var playbook = old.post(ALL, BODY).ok();
    assertThat(playbook.text("/status")).isEqualTo("published");
    assertThat(playbook.text("/access_type")).isEqualTo("team");
    assertThat(playbook.text("/org_id")).isEqualTo(org.value());
    assertThat(playbook.text("/created_by_user_id")).isEqualTo(userId);
    assertThat(playbook.text("/created_by_user_name")).isNotEmpty();
    assertThat(playbook.text("/macro")).isEqualTo("!m");
    assertThat(playbook.text("/created_at"))
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}\\+00:00");
    assertThat(playbook.header("Deprecation")).isNotNull();
    assertThat(old.get(ALL + "/" + playbook.text("/playbook_id")).ok().body())
        .isEqualTo(playbook.body());
  }

  @Test
  void ofAServiceUserTheNameIsShownAndNoId() {
    var playbook = member.post(ALL, BODY).ok();
    assertThat(playbook.text("/created_by_user_id")).isNull();
    assertThat(playbook.text("/created_by_user_name"))
        .isEqualTo(member.get("/v3/self").text("/service_user_name"));
  }

  @Test
  void theListIsABareArrayNewestFirstAndHasThoseOfTheEnterprise() {
    old.post(ALL, BODY).ok();
    server.admin().post("/v3/enterprise/playbooks", json("name", "e", "body", "b")).ok();
    var all = old.get(ALL).ok();
    assertThat(all.json().isArray()).isTrue();
    assertThat(all.each("", "/access_type")).containsExactly("community", "team");
    assertThat(all.text("/0/org_id")).isNull();
  }

  @Test
  void theListEndsAtAThousand() {
    server
        .given()
        .update(
            """
            INSERT INTO playbook (playbook_id, account_id, org_id, title, body, created_by, updated_by)
            SELECT 'playbook-' || md5(n::text), account_id, ?, 'n', 'b', 'user-1', 'user-1'
              FROM account, generate_series(1, 1001) n
            """,
            org.value());
    assertThat(old.get(ALL).ok().json().size()).isEqualTo(1000);
  }

  @Test
  void item68And117AChangeLeavesWhatItDoesNotNameAndIsAnsweredBySuccess() {
    String one = ALL + "/" + old.post(ALL, BODY).ok().text("/playbook_id");
    assertThat(old.put(one, json("title", "u")).ok().body()).isEqualTo(json("status", "success"));
    var changed = old.get(one).ok();
    assertThat(List.of(changed.text("/title"), changed.text("/body"), changed.text("/macro")))
        .containsExactly("u", "b", "!m");
    old.put(one, "{\"macro\":null}").ok();
    assertThat(old.get(one).ok().text("/macro")).isNull();
    old.put(one, "{\"title\":null}").invalid("body.title missing");
    old.post(ALL, "{}").invalid("body.title missing", "body.body missing");
  }

  @Test
  void aDeletedOneIsGoneAndItsMacroFree() {
    String one = ALL + "/" + old.post(ALL, BODY).ok().text("/playbook_id");
    old.post(ALL, BODY).refused(409, "macro_taken");
    assertThat(old.delete(one).ok().text("/status")).isEqualTo("success");
    old.get(one).refused(404, "playbook_not_found");
    old.put(one, "{}").refused(404, "playbook_not_found");
    old.post(ALL, BODY).ok();
  }
}
