package io.agentservice.server.identity.members;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.Reply;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Keys of service users in the place of others (api-enterprise.md 4; ADR 0103). */
class RotatedKeysIT extends OnMembers {
  private static final String PROVISION = "/v3beta1/enterprise/service-users";
  private static final long FAR = 4_000_000_000L;

  private Reply provision(String role) {
    return admin
        .post(PROVISION, json("name", "robot " + org, "role_id", role, "ttl_seconds", 600))
        .ok();
  }

  private static String keys(Reply provisioned) {
    return PROVISION + "/" + provisioned.text("/service_user/service_user_id") + "/api-keys";
  }

  private ApiClient holder(Reply made) {
    return server.as(made.text("/token"));
  }

  private long now() {
    return server.given().number("SELECT extract(epoch FROM now())::bigint");
  }

  @Test
  void rotatingEndsTheOldKeyAtOnceUnlessItIsToStay() {
    // completions.md, item 27
    var made = provision("account_member");
    String first = keys(made) + "/" + admin.get(keys(made)).ok().text("/items/0/api_key_id");
    var second = admin.post(first + "/rotate", "").ok();
    assertThat(second.text("/api_key_name")).isEqualTo("default");
    holder(made).get("/v3/self").refused(401, "credentials_revoked");
    holder(second).get("/v3/self").ok();
    var audit = server.given().lastAudit();
    assertThat(audit.action()).isEqualTo("rotate_service_user_api_key");
    assertThat(first).endsWith(audit.data().at("/api_key_id").asString());
    assertThat(audit.data().at("/new_api_key_id").asString()).isEqualTo(second.text("/api_key_id"));
    String current = keys(made) + "/" + second.text("/api_key_id");
    var third =
        admin
            .post(current + "/rotate", json("revoke_current", false, "new_key_expires_at", FAR))
            .ok();
    holder(second).get("/v3/self").ok();
    holder(third).get("/v3/self").ok();
    admin.post(first + "/rotate", "{}").refused(400, "api_key_not_active");
    admin
        .post(current + "/rotate", "{\"new_key_expires_at\":1}")
        .invalid("body.new_key_expires_at too_small");
    server.given().expired(third.text("/token"));
    admin
        .post(keys(made) + "/" + third.text("/api_key_id") + "/rotate", "{}")
        .refused(400, "api_key_not_active");
  }

  @Test
  void anOldKeyEndsAfterTheGraceOrByItsOwnTimeIfThatIsBefore() {
    var made = provision("account_member");
    var forever = admin.post(keys(made), json("name", "forever")).ok();
    String key = keys(made) + "/" + forever.text("/api_key_id");
    var next = admin.post(key + "/rotate", json("grace_seconds", 3600)).ok();
    holder(forever).get("/v3/self").ok();
    holder(next).get("/v3/self").ok();
    assertThat(admin.get(keys(made)).ok().at("/items/1/expires_at").longValue())
        .isBetween(now() + 3540, now() + 3600);
    assertThat(admin.get(keys(made)).ok().text("/items/0/expires_at")).isNull();
    var audit = server.given().lastAudit();
    assertThat(audit.data().at("/grace_seconds").intValue()).isEqualTo(3600);
    assertThat(audit.data().at("/revoke_current").booleanValue()).isFalse();

    admin.post(key + "/rotate", json("grace_seconds", 31_536_000, "revoke_current", false)).ok();
    assertThat(admin.get(keys(made)).ok().at("/items/2/expires_at").longValue())
        .as("no grace makes a key longer")
        .isLessThanOrEqualTo(now() + 3600);
    server.given().expired(forever.text("/token"));
    holder(forever).get("/v3/self").refused(401, "credentials_expired");
    admin.post(key + "/rotate", json("grace_seconds", 1)).refused(400, "api_key_not_active");
  }

  @Test
  void aGraceIsANumberOfSecondsAndNotBesideAnEndAtOnce() {
    var made = provision("account_member");
    String rotate =
        keys(made) + "/" + admin.get(keys(made)).ok().text("/items/0/api_key_id") + "/rotate";
    admin.post(rotate, json("grace_seconds", 0)).invalid("body.grace_seconds too_small");
    admin.post(rotate, json("grace_seconds", 31_536_001)).invalid("body.grace_seconds too_large");
    for (String wrong : List.of("true", "\"1\"", "1.5", "[]", "{}")) {
      admin.post(rotate, "{\"grace_seconds\":" + wrong + "}").invalid("body.grace_seconds type");
    }
    admin
        .post(rotate, json("grace_seconds", 60, "revoke_current", true))
        .invalid("body.grace_seconds inconsistent");
    holder(made).get("/v3/self").ok();
    admin.post(rotate, "{\"grace_seconds\":null}").ok();
    holder(made).get("/v3/self").refused(401, "credentials_revoked");
  }

  @Test
  void aKeyThatIsRotatedTwiceAtOnceHasOneInItsPlaceOrTwoBesideIt() {
    var made = provision("account_member");
    String key = keys(made) + "/" + admin.get(keys(made)).ok().text("/items/0/api_key_id");
    for (String body : List.of(json("grace_seconds", 60), "{}")) {
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < 2; i++) {
          threads.execute(() -> admin.post(key + "/rotate", body));
        }
      }
    }
    assertThat(admin.get(keys(made) + "?status=active").ok().at("/total").longValue())
        .as("two beside it, then one in its place")
        .isEqualTo(3);
  }
}
