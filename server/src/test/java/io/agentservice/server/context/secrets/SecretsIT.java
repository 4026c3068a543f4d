package io.agentservice.server.context.secrets;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The secrets of an organization (api-org.md 5), by versions 3 and 1. */
class SecretsIT extends OnOrganization {
  private String secrets;

  @BeforeEach
  void paths() {
    secrets = path("secrets");
  }

  private Reply create(String key, String more) {
    return member.post(secrets, "{\"key\":\"%s\",\"value\":\"swordfish\"%s}".formatted(key, more));
  }

  @Test
  void item50AValueIsInNoAnswerAndNotInClearInTheDatabase() {
    var secret = create("TOKEN", ",\"note\":\"for tests\"").ok();
    assertThat(secret.text("/key")).isEqualTo("TOKEN");
    assertThat(secret.text("/secret_type")).isEqualTo("key-value");
    assertThat(secret.text("/access_type")).isEqualTo("org");
    assertThat(secret.at("/is_sensitive").booleanValue()).isTrue();
    assertThat(secret.text("/note")).isEqualTo("for tests");
    assertThat(secret.text("/created_by"))
        .isEqualTo(member.get("/v3/self").text("/service_user_id"));
    assertThat(secret.text("/updated_by")).isNull();
    assertThat(secret.at("/updated_at").isNull()).isTrue();
    assertThat(secret.body() + member.get(secrets).ok().body()).doesNotContain("swordfish");
    assertThat(server.given().dump("secret")).contains("TOKEN").doesNotContain("swordfish");
    assertThat(server.given().dump("audit_log")).doesNotContain("swordfish");
  }

  @Test
  void item50TheSameKeyTwiceIsAConflictAndDeletingTwiceIsUnknown() {
    String one = secrets + "/" + create("KEY", "").ok().text("/secret_id");
    create("KEY", "").refused(409, "secret_key_taken");
    create("key", "").ok();
    assertThat(member.delete(one).ok().text("/key")).isEqualTo("KEY");
    member.delete(one).refused(404, "secret_not_found");
    create("KEY", "").ok();
    assertThat(member.get(one).status()).isEqualTo(405);
    assertThat(member.put(one, "{}").status()).isEqualTo(405);
  }

  @Test
  void bothSpellingsAreTakenAndNotesKeepEmptyApartFromNull() {
    var secret =
        member.post(secrets, json("name", "N", "value", "v", "sensitive", false, "note", "")).ok();
    assertThat(secret.text("/key")).isEqualTo("N");
    assertThat(secret.at("/is_sensitive").booleanValue()).isFalse();
    assertThat(secret.text("/note")).isEmpty();
    assertThat(create("M", ",\"note\":null").ok().text("/note")).isNull();
  }

  @Test
  void everythingThatIsWrongIsTold() {
    member.post(secrets, "{}").invalid("body.key missing", "body.value missing");
    create("1x", ",\"type\":\"certificate\",\"is_sensitive\":1,\"note\":5")
        .invalid("body.type enum", "body.note type", "body.key pattern", "body.is_sensitive type");
    for (String key : List.of("a b", "a-b", "ä", "a\\u0007")) {
      create(key, "").invalid("body.key pattern");
    }
    create("a b; ä", ",\"type\":\"cookie\"").ok();
    create("a\\u0007", ",\"type\":\"cookie\"").invalid("body.key pattern");
    member
        .post(secrets, json("key", "K", "value", "é".repeat(32_769)))
        .invalid("body.value too_long");
    member.post(secrets, json("key", "K", "value", "é".repeat(32_768))).ok();
    create("x".repeat(257), "").invalid("body.key too_long");
  }

  @Test
  void whatTotpsAndDictionariesAreMadeOfIsCheckedAndNeverRepeated() {
    for (String bad :
        List.of(
            "not-base32-1",
            "swordfish!",
            "otpauth://hotp/x?secret=JBSWY3DP",
            "otpauth://totp/x?secret=1")) {
      var refused = totp(bad);
      refused.invalid("body.value format");
      assertThat(refused.body()).doesNotContain(bad);
    }
    totp("jbsw y3dp ehpk 3pxp").ok();
    String dictionary = json("type", "dictionary", "key", "D", "value", "%s");
    for (String bad : List.of("[]", "{}", "{", "{\\\"a\\\":1}")) {
      member.post(secrets, dictionary.formatted(bad)).invalid("body.value format");
    }
    var kept = member.post(secrets, dictionary.formatted("{\\\"a\\\":\\\"b\\\"}")).ok();
    assertThat(kept.header("Deprecation")).isNotNull();
    assertThat(create("PLAIN", "").ok().header("Deprecation")).isNull();
  }

  private Reply totp(String value) {
    return member.post(secrets, json("type", "totp", "key", "T", "value", value));
  }

  @Test
  void theListHasItsOwnNewestFirst() {
    create("A", "").ok();
    create("B", "").ok();
    var other = server.given().organization();
    server
        .admin()
        .post("/v3/organizations/" + other + "/secrets", json("key", "A", "value", "v"))
        .ok();
    assertThat(member.get(secrets).ok().each("/key")).containsExactly("B", "A");
    var first = member.get(secrets + "?first=1").ok();
    assertThat(first.at("/total").longValue()).isEqualTo(2);
    assertThat(
            member.get(secrets + "?first=1&after=" + first.text("/end_cursor")).ok().each("/key"))
        .containsExactly("A");
  }

  @Test
  void item117Version1SeesTheSameSecretsInItsShape() {
    ApiClient old =
        server.as(server.given().legacyKey(server.given().human(org, "org_member"), org));
    var made = old.post("/v1/secrets", json("name", "OLD", "value", "swordfish"));
    assertThat(made.status()).isEqualTo(201);
    String id = made.text("/id");
    assertThat(member.get(secrets).ok().text("/items/0/note")).isEmpty();
    var listed = old.get("/v1/secrets").ok();
    assertThat(listed.body()).doesNotContain("swordfish");
    for (String field : List.of("/secret_id", "/id")) {
      assertThat(listed.each("/secrets", field)).containsExactly(id);
    }
    for (String field : List.of("/secret_name", "/key", "/name")) {
      assertThat(listed.each("/secrets", field)).containsExactly("OLD");
    }
    assertThat(listed.each("/secrets", "/type")).containsExactly("key-value");
    assertThat(listed.each("/secrets", "/secret_type")).containsExactly("key-value");
    old.post("/v1/secrets", json("key", "OLD", "value", "v")).refused(409, "secret_key_taken");
    assertThat(old.delete("/v1/secrets/" + id).status()).isEqualTo(204);
    old.delete("/v1/secrets/" + id).refused(404, "secret_not_found");
  }

  /** Sealed values that nobody opens, as many and as long as that. */
  private void stored(int secrets, int bytes) {
    server
        .given()
        .update(
            """
            INSERT INTO secret (secret_id, account_id, org_id, key, type, value, is_sensitive, created_by)
            SELECT 'secret-' || md5(? || n), account_id, org_id, 'STORED_' || n, 'KEY_VALUE',
                   convert_to(repeat('x', ?), 'UTF8'), true, 'somebody'
              FROM organization, generate_series(1, ?) n
             WHERE org_id = ?
            """,
            org.value(),
            bytes,
            secrets,
            org.value());
  }

  @Test
  void anOrganizationHasAThousandSecretsAndNoMore() {
    stored(999, 30);
    String last = create("LAST", "").ok().text("/secret_id");
    var refused = create("FURTHER", "").invalid("body not_allowed");
    assertThat(refused.body()).contains("has 1,000 secrets", "delete those");
    member.delete(secrets + "/" + last).ok();
    create("FURTHER", "").ok();
  }

  @Test
  void theSecretsOfAnOrganizationHaveAMebibyteInAll() {
    stored(16, 65_536 - 4);
    create("FITS", ",\"note\":\"%s\"".formatted("n".repeat(200))).ok();

    var refused = create("FURTHER", "").invalid("body not_allowed");
    assertThat(refused.body()).contains("more than 1,048,576 bytes in all", "delete those");
  }
}
