package io.agentservice.server.identity.self;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A credential that is asked for all the time, and taken away (ADR 0029). */
class RevokedOnNodesIT extends OnOrganization {
  private static final String KEYS = "/v3beta1/self/api-keys";

  private record Key(String id, String token) {}

  private Key make(ApiClient human) {
    var made = human.post(KEYS, json("name", "busy")).ok();
    return new Key(made.text("/api_key_id"), made.text("/token"));
  }

  private ApiClient human() {
    return server.as(server.given().personalToken(server.given().human(org, "org_member")));
  }

  @Test
  void nobodyIsAdmittedWithAKeyWhoseRevocationWasAnswered() throws Exception {
    var human = human();
    for (int round = 0; round < 10; round++) {
      var key = make(human);
      var busy = server.as(key.token());
      var over = new AtomicBoolean();
      try (var readers = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < 4; i++) {
          readers.execute(() -> {
            while (!over.get()) {
              busy.get("/v3/self");
            }
          });
        }
        try {
          await(() -> busy.get("/v3/self").status() == 200);
          human.delete(KEYS + "/" + key.id()).ok();
          busy.get("/v3/self").refused(401, "credentials_revoked");
        } finally {
          over.set(true);
        }
      }
    }
  }

  @Test
  void otherNodesFollow() {
    var key = make(human());
    try (var node = server.furtherNode()) {
      var there = ApiClient.anonymous(node.address()).withToken(key.token());
      there.get("/v3/self").ok();
      server.as(key.token()).delete(KEYS + "/" + key.id()).ok();
      await(() -> there.get("/v3/self").status() == 401);
    }
  }

  @Test
  void aRoleThatWasTakenAwayGrantsNothingMore() {
    var member = server.given().human(org, "org_member");
    var busy = server.as(server.given().personalToken(member));
    busy.get(path("sessions")).ok();
    server.admin().delete("/v3/enterprise/organizations/" + org + "/members/users/" + member).ok();
    assertThat(busy.get(path("sessions")).status()).isEqualTo(404);
  }
}
