package io.agentservice.server.identity.self;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.UserId;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A human's personal tokens and legacy keys (auth.md 8). */
class OwnKeysIT extends OnOrganization {
  private static final String KEYS = "/v3beta1/self/api-keys";

  private UserId user;
  private String token;
  private ApiClient human;

  @BeforeEach
  void human() {
    user = server.given().human(org, "org_member");
    token = server.given().personalToken(user);
    human = server.as(token);
  }

  private long now() {
    return server.given().number("SELECT extract(epoch FROM now())::bigint");
  }

  @Test
  void aPersonalTokenActsAsItsHumanWithAllHisRoles() {
    var made = human.post(KEYS, json("name", "laptop")).ok();
    assertThat(made.text("/token")).startsWith("agt_");
    assertThat(made.text("/expires_at")).isNull();
    assertThat(made.at("/is_active").booleanValue()).isTrue();
    var caller = server.as(made.text("/token"));
    var self = caller.get("/v3/self").ok();
    assertThat(self.text("/principal_type")).isEqualTo("pat_user");
    assertThat(self.text("/user_id")).isEqualTo(user.value());
    assertThat(self.text("/api_key_name")).isEqualTo("laptop");
    assertThat(self.text("/api_key_id")).isEqualTo(made.text("/api_key_id"));
    var other = server.given().organization();
    caller.get("/v3/organizations/" + other + "/sessions").refused(404, "organization_not_found");
    server.given().role(user, other, "org_admin");
    caller.get("/v3/organizations/" + other + "/sessions").ok();
    var audit = server.given().lastAudit();
    assertThat(audit.action()).isEqualTo("create_pat");
    assertThat(audit.data().at("/user_id").asString()).isEqualTo(user.value());
    assertThat(audit.data().toString()).doesNotContain(made.text("/token"));
  }

  @Test
  void theListHoldsOnesOwnKeysOnlyAndPages() {
    String first = human.post(KEYS, json("name", "a")).ok().text("/api_key_id");
    String second = human.post(KEYS, json("name", "b")).ok().text("/api_key_id");
    var page = human.get(KEYS + "?first=1").ok();
    assertThat(page.each("/api_key_id")).containsExactly(second);
    assertThat(page.at("/total").longValue()).isEqualTo(3);
    assertThat(
            human.get(KEYS + "?first=1&after=" + page.text("/end_cursor")).ok().each("/api_key_id"))
        .containsExactly(first);
    var stranger = server.as(server.given().personalToken(server.given().human(org, "org_admin")));
    assertThat(stranger.get(KEYS).ok().each("/api_key_id")).hasSize(1).doesNotContain(first);
    stranger.delete(KEYS + "/" + first).refused(404, "api_key_not_found");
  }

  @Test
  void aKeyThatASignInHasMadeIsNoOnesToSeeOrRevoke() {
    String made = human.post(KEYS, json("name", "a")).ok().text("/api_key_id");
    server.given().update("UPDATE api_key SET kind = 'USER' WHERE key_id = ?", made);
    assertThat(human.get(KEYS).ok().each("/api_key_id")).hasSize(1).doesNotContain(made);
    human.delete(KEYS + "/" + made).refused(404, "api_key_not_found");
  }

  @Test
  void aRevokedKeyEndsWithTheNextRequestAndIsRevokedOnce() {
    var made = human.post(KEYS, json("name", "a")).ok();
    String one = KEYS + "/" + made.text("/api_key_id");
    assertThat(human.delete(one).ok().at("/revoked_at").longValue()).isBetween(now() - 60, now());
    server.as(made.text("/token")).get("/v3/self").refused(401, "credentials_revoked");
    human.delete(one).refused(409, "api_key_revoked");
    assertThat(server.given().lastAudit().action()).isEqualTo("revoke_pat");
    human.delete(KEYS + "/key-" + "0".repeat(32)).refused(404, "api_key_not_found");
  }

  @Test
  void aLegacyKeyIsForVersionOneOfItsOrganizationOnly() {
    var made = human.post(KEYS, json("name", "old", "kind", "legacy", "org_id", org)).ok();
    assertThat(made.text("/token")).startsWith("apk_user_");
    var caller = server.as(made.text("/token"));
    caller.get("/v1/knowledge").ok();
    caller.get("/v3/self").refused(401, "credentials_invalid");
    assertThat(server.given().lastAudit().action()).isEqualTo("create_user_api_key");
    assertThat(server.given().lastAudit().orgId()).isEqualTo(org.value());
    human.delete(KEYS + "/" + made.text("/api_key_id")).ok();
    caller.get("/v1/knowledge").refused(401, "credentials_revoked");
    assertThat(server.given().lastAudit().action()).isEqualTo("revoke_enterprise_api_key");
  }

  @Test
  void everythingWrongWithAKeyIsToldAtOnce() {
    human
        .post(KEYS, json("kind", "magic", "expires_at", true))
        .invalid("body.name missing", "body.kind enum", "body.expires_at type");
    human.post(KEYS, json("name", "n", "kind", "legacy")).invalid("body.org_id missing");
    String legacy = json("name", "n", "kind", "legacy", "org_id", "%s");
    human.post(KEYS, legacy.formatted("x")).invalid("body.org_id unknown_reference");
    human
        .post(KEYS, legacy.formatted(server.given().organization()))
        .invalid("body.org_id unknown_reference");
    human
        .post(KEYS, legacy.formatted(org).replace("legacy", "pat"))
        .invalid("body.org_id not_allowed");
    human.post(KEYS, json("name", "n", "expires_at", 1)).invalid("body.expires_at too_small");
  }

  @Test
  void aTokenMakesNoneThatOutlivesIt() {
    long end = now() + 3600;
    var brief = human.post(KEYS, json("name", "n", "expires_at", end)).ok();
    var caller = server.as(brief.text("/token"));
    caller.post(KEYS, json("name", "n")).invalid("body.expires_at too_large");
    caller
        .post(KEYS, json("name", "n", "expires_at", end + 1))
        .invalid("body.expires_at too_large");
    caller.post(KEYS, json("name", "n", "expires_at", end)).ok();
  }

  @Test
  void thereAreFiftyLiveKeysAtMost() {
    for (int i = 1; i < 50; i++) {
      human.post(KEYS, json("name", "k")).ok();
    }
    human.post(KEYS, json("name", "k")).invalid("body not_allowed");
    human.delete(KEYS + "/" + human.get(KEYS).ok().text("/items/3/api_key_id")).ok();
    human.post(KEYS, json("name", "k")).ok();
  }

  @Test
  void aServiceUserHasNoKeysOfItsOwn() {
    for (String method : List.of("GET", "POST")) {
      member.send(method, KEYS, "").refused(403, "permission_denied");
    }
    member.delete(KEYS + "/key-" + "0".repeat(32)).refused(403, "permission_denied");
  }

  @Test
  void aRepetitionWithItsKeyAnswersTheSameToken() {
    var caller = human.with("Idempotency-Key", "own");
    var first = caller.post(KEYS, json("name", "k")).ok();
    assertThat(caller.post(KEYS, json("name", "k")).ok().body()).isEqualTo(first.body());
    assertThat(server.given().dump("idempotency")).doesNotContain(first.text("/token"));
  }
}
