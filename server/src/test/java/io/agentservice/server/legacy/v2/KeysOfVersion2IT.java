package io.agentservice.server.legacy.v2;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Legacy keys by version 2 (api-legacy.md 4). */
class KeysOfVersion2IT extends OnVersion2 {
  private static final String ALL = V2 + "api-keys";

  private String body() {
    return json("org_id", org, "name", "robot");
  }

  @Test
  void aNewKeyIsGoodForVersion1OfItsOrganization() {
    var made = old.post(ALL, body()).ok();
    assertThat(made.text("/org_id")).isEqualTo(org.value());
    assertThat(made.text("/api_key")).startsWith("apk_").doesNotStartWith("apk_user_");
    var robot = server.as(made.text("/api_key"));
    robot.post("/v1/sessions", json("prompt", "p")).ok();
    assertThat(member.get(path("sessions")).ok().each("/session_id")).hasSize(1);
    robot.get(ALL).refused(403, "permission_denied");
    assertThat(server.given().dump("api_key")).doesNotContain(made.text("/api_key"));
  }

  @Test
  void theListHasEveryLegacyKeyAndWhatBecameOfIt() {
    var made = old.post(ALL, body()).ok();
    String id = made.text("/api_key_id");
    server.as(made.text("/api_key")).get("/v1/sessions").ok();
    old.delete(ALL + "/" + id).ok();
    var list = old.get(ALL + "?org_id=" + org).ok();
    assertThat(list.each("/api_key_id")).hasSize(2).startsWith(id);
    assertThat(list.each("/key_type")).containsExactly("service", "personal");
    assertThat(list.text("/items/0/name")).isEqualTo("robot");
    assertThat(list.text("/items/0/user_id")).isNull();
    assertThat(list.text("/items/1/user_id")).isEqualTo(boss.value());
    for (String field : List.of("created_at", "last_used_at", "revoked_at")) {
      assertThat(list.text("/items/0/" + field)).matches(ISO);
    }
    assertThat(list.text("/items/0/expires_at")).isNull();
    assertThat(list.text("/items/1/revoked_at")).isNull();
    assertThat(old.get(ALL).ok().each("/api_key_id")).contains(id);
    assertThat(old.get(ALL + "?org_id=org-x").ok().each("/api_key_id")).isEmpty();
  }

  @Test
  void item70PagesAreThoseOfVersion2() {
    old.post(ALL, body()).ok();
    old.post(ALL, body()).ok();
    String mine = ALL + "?org_id=" + org;
    var first = old.get(mine + "&limit=2").ok();
    assertThat(first.at("/items").size()).isEqualTo(2);
    assertThat(first.at("/total").intValue()).isEqualTo(3);
    assertThat(first.at("/skip").intValue()).isZero();
    assertThat(first.at("/limit").intValue()).isEqualTo(2);
    assertThat(first.at("/has_more").booleanValue()).isTrue();
    assertThat(first.at("/next_cursor").intValue()).isEqualTo(2);
    var last = old.get(mine + "&first=2&skip=2").ok();
    assertThat(last.at("/items").size()).isEqualTo(1);
    assertThat(last.at("/total").intValue()).isEqualTo(3);
    assertThat(last.at("/has_more").booleanValue()).isFalse();
    assertThat(last.text("/next_cursor")).isNull();
    assertThat(old.get(mine + "&skip=3").ok().at("/items").size()).isZero();
    old.get(ALL + "?limit=201").invalid("query.limit too_large");
    old.get(ALL + "?skip=-1&limit=0").invalid("query.skip too_small", "query.limit too_small");
  }

  @Test
  void item70ARevokedKeyStopsWorking() {
    var made = old.post(ALL, body()).ok();
    String one = ALL + "/" + made.text("/api_key_id");
    assertThat(old.delete(one).ok().body()).isEqualTo(json("status", "success"));
    server.as(made.text("/api_key")).get("/v1/sessions").refused(401, "credentials_revoked");
    old.delete(one).refused(404, "api_key_not_found");
    old.delete(ALL + "/key-" + "0".repeat(32)).refused(404, "api_key_not_found");
    old.delete(ALL + "/x").invalid("path.api_key_id format");
    String own = old.get(V2 + "self").ok().text("/api_key_id");
    old.delete(ALL + "/" + own).ok();
    old.get(ALL).refused(401, "credentials_revoked");
  }

  @Test
  void keysThatAreNoLegacyOnesAreNotTouched() {
    String key =
        server
            .given()
            .text(
                "SELECT key_id FROM api_key WHERE kind = 'SERVICE_USER' ORDER BY created_at DESC LIMIT 1");
    old.delete(ALL + "/" + key).refused(404, "api_key_not_found");
    old.delete(ALL).ok();
    member.get(path("sessions")).ok();
  }

  @Test
  void revokingAllLeavesTheKeyThatAsks() {
    var robot = server.as(old.post(ALL, body()).ok().text("/api_key"));
    ApiClient human = server.as(server.given().legacyKey(boss, org));
    String earlier = old.post(ALL, body()).ok().text("/api_key_id");
    server.given().update("UPDATE api_key SET revoked_at = '2026-01-02' WHERE key_id = ?", earlier);
    assertThat(old.delete(ALL).ok().body()).isEqualTo(json("status", "success"));
    robot.get("/v1/sessions").refused(401, "credentials_revoked");
    human.get(V2 + "self").refused(401, "credentials_revoked");
    old.get(V2 + "self").ok();
    assertThat(server.given().lastAudit().data().at("/count").intValue()).isGreaterThan(1);
    assertThat(
            server
                .given()
                .text("SELECT revoked_at::date::text FROM api_key WHERE key_id = ?", earlier))
        .isEqualTo("2026-01-02");
  }

  @Test
  void whatIsWrongIsSaid() {
    old.post(ALL, json("name", "")).invalid("body.org_id missing", "body.name too_short");
    old.post(ALL, json("org_id", "x")).invalid("body.org_id unknown_reference");
    old.post(ALL, json("org_id", "org-" + "0".repeat(32))).invalid("body.org_id unknown_reference");
  }
}
