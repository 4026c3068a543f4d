package io.agentservice.server.web.pages;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.identity.passwords.PasswordHash;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Local passwords (auth.md 8). */
@Timeout(200)
class SignInWithPasswordIT {
  private static final String PASSWORD = "a password of mine";
  @TempDir static Path home;
  private static PageServer server;

  @BeforeAll
  static void start() {
    server = new PageServer(home, Map.of());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void aHumanWithAPassword() throws Exception {
    server.sql("DELETE FROM sign_in_failure");
    server.sql(
        "UPDATE human SET email = 'Admin@Example.org', password_once = false, password_hash = '%s'"
            .formatted(PasswordHash.of(PASSWORD)));
  }

  private static HttpResponse<String> signIn(String name, String password, String... more)
      throws Exception {
    var form = new HashMap<>(Map.of("name", name, "password", password));
    if (more.length > 0) {
      form.put("new_password", more[0]);
    }
    return server.post("/login", form);
  }

  private static String cookie(HttpResponse<String> done) {
    assertThat(done.statusCode()).as(done.body()).isEqualTo(303);
    return done.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
  }

  @Test
  void whoeverHadTheAddressBeforeAndWasRemovedIsInNobodysWay() throws Exception {
    server.sql(
        "INSERT INTO human (user_id, account_id, email, deleted_at) SELECT 'removed', account_id, 'admin@example.org', now() FROM account");
    try {
      cookie(signIn("admin@example.org", PASSWORD));
    } finally {
      server.sql("DELETE FROM human WHERE user_id = 'removed'");
    }
  }

  @Test
  void aHumanSignsInByNameOrAddressAndIsHimself() throws Exception {
    for (String name : new String[] {"admin", "admin@example.ORG"}) {
      String cookie = cookie(signIn(name, PASSWORD));
      var self = Json.MAPPER.readTree(server.get("/v3/self", cookie).body());
      assertThat(self.path("principal_type").asString()).isEqualTo("user");
      assertThat(self.path("user_name").asString()).isEqualTo("admin");
      assertThat(self.path("permissions").toString()).contains("ManageOrganizations");
      assertThat(server.get("/plain", cookie).statusCode()).isEqualTo(200);
    }
    assertThat(
            server.value(
                "SELECT data FROM audit_log WHERE action = 'login' AND user_id IS NOT NULL"
                    + " ORDER BY created_at DESC LIMIT 1"))
        .contains("\"method\": \"password\"", "\"success\": true");
  }

  @Test
  void theKeyOfASignInIsInNoListAndEndsWithIt() throws Exception {
    String cookie = cookie(signIn("admin", PASSWORD));
    String keys = "/v3beta1/self/api-keys";
    assertThat(Json.MAPPER.readTree(server.get(keys, cookie).body()).path("total").intValue())
        .isZero();
    String csrf = PageServer.csrf(server.get("/plain", cookie));
    server.post("/logout", Map.of("csrf_token", csrf), "Cookie", cookie);
    assertThat(server.get("/v3/self", cookie).statusCode()).isEqualTo(401);
    cookie(signIn("admin", PASSWORD));
    assertThat(
            server.value(
                "SELECT count(*) FROM api_key WHERE kind = 'USER' AND revoked_at IS NOT NULL"))
        .isEqualTo("0");
  }

  @Test
  void withASignInTheSessionsAndKeysOfEarlierOnesGoThatAreOverAndNothingElse() throws Exception {
    String expire =
        "UPDATE %s SET expires_at = now() WHERE key_id IN (SELECT key_id FROM api_key WHERE kind = 'USER')";
    server.sql("DELETE FROM web_session");
    server.sql("DELETE FROM api_key WHERE kind = 'USER'");
    String over = cookie(signIn("admin", PASSWORD));
    server.sql(expire.formatted("web_session"));
    server.sql(expire.formatted("api_key"));
    cookie(signIn("admin", PASSWORD));
    server.sql(expire.formatted("api_key")); // and not its web session
    String living = cookie(signIn("admin", PASSWORD));
    server.sql(
        """
        INSERT INTO api_key (key_id, account_id, kind, principal_id, name, token_sha256, token_start, expires_at)
        SELECT 'key-' || kind, account_id, kind, user_id, kind, convert_to(kind, 'UTF8'), '', until
          FROM human, (VALUES ('USER', now() + interval '1 hour'), ('PAT_USER', now())) AS k (kind, until)
         WHERE human.name = 'admin'
        """);

    cookie(signIn("admin", PASSWORD));

    assertThat(server.get("/v3/self", over).statusCode()).isEqualTo(401);
    assertThat(server.get("/v3/self", living).statusCode()).isEqualTo(200);
    assertThat(server.value("SELECT count(*) FROM web_session")).isEqualTo("3");
    assertThat(
            server.value(
                "SELECT count(*) FROM api_key WHERE kind = 'USER' OR key_id = 'key-PAT_USER'"))
        .isEqualTo("5");
    server.sql("DELETE FROM api_key WHERE key_id LIKE 'key-%USER'");
  }

  @Test
  void aWrongPasswordAndAnUnknownNameLookTheSame() throws Exception {
    var wrong = signIn("admin", "not his password");
    var unknown = signIn("nobody", PASSWORD);
    assertThat(wrong.statusCode()).isEqualTo(401);
    assertThat(unknown.statusCode()).isEqualTo(401);
    assertThat(unknown.body()).isEqualTo(wrong.body());
    assertThat(wrong.body()).contains("The name or the password is wrong").doesNotContain("his");
    assertThat(
            server.value(
                "SELECT count(*) FROM audit_log WHERE action = 'login'"
                    + " AND data->>'success' = 'false'"))
        .isNotEqualTo("0");
  }

  @Test
  void afterTenFailuresTheAccountIsRefusedAlsoWithItsPassword() throws Exception {
    for (int i = 0; i < 10; i++) {
      assertThat(signIn("ADMIN@example.org", "wrong " + i).statusCode()).isEqualTo(401);
    }
    server.sql("DELETE FROM sign_in_failure WHERE subject LIKE 'address %'");
    var refused = signIn("admin@example.org", PASSWORD);
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.body()).contains("Too many failed sign-ins");
    server.sql("UPDATE sign_in_failure SET failed_at = failed_at - interval '15 minutes'");
    cookie(signIn("admin@example.org", PASSWORD));
    assertThat(server.value("SELECT count(*) FROM sign_in_failure")).isEqualTo("0");
  }

  @Test
  void triesAtTheSameTimeDoNotExceedTheLimit() throws Exception {
    var statuses = new ArrayList<Integer>();
    Callable<Integer> attempt = () -> signIn("admin", "wrong").statusCode();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var answer : threads.invokeAll(Collections.nCopies(20, attempt))) {
        statuses.add(answer.get());
      }
    }
    // 503: no room to look at so many at once, or a lock that a slow machine held too long.
    assertThat(statuses).isSubsetOf(401, 429, 503);
    int failed = Collections.frequency(statuses, 401);
    int unseen = Collections.frequency(statuses, 503);
    assertThat(failed).isBetween(Math.max(1, 10 - unseen), 10);
    assertThat(Collections.frequency(statuses, 429)).isEqualTo(20 - failed - unseen);
  }

  @Test
  void afterTenFailuresTheAddressIsRefusedForEveryName() throws Exception {
    for (int i = 0; i < 10; i++) {
      assertThat(signIn("somebody-" + i, "wrong").statusCode()).isEqualTo(401);
    }
    assertThat(signIn("admin", PASSWORD).statusCode()).isEqualTo(429);
  }

  @Test
  void aPasswordForOneSignInIsReplacedByIt() throws Exception {
    server.sql("UPDATE human SET password_once = true");
    var asked = signIn("admin", PASSWORD);
    assertThat(asked.statusCode()).isEqualTo(403);
    assertThat(asked.headers().firstValue("Set-Cookie")).isEmpty();
    assertThat(asked.body()).contains("name=\"new_password\"", "good for one sign-in");
    assertThat(signIn("admin", PASSWORD, "too short").statusCode()).isEqualTo(400);
    assertThat(signIn("admin", PASSWORD, "x".repeat(257)).statusCode()).isEqualTo(400);
    String mine = "twelve chars";
    cookie(signIn("admin", PASSWORD, mine));
    assertThat(signIn("admin", PASSWORD).statusCode()).isEqualTo(401);
    cookie(signIn("admin", mine));
    assertThat(server.value("SELECT password_hash FROM human"))
        .startsWith("$argon2id$")
        .doesNotContain(mine);
  }

  @Test
  void aChangedPasswordEndsTheOtherSignInsOfThatHumanAndNoTokenOfHis() throws Exception {
    String lost = cookie(signIn("admin", PASSWORD));
    String robots = cookie(server.post("/login", Map.of("key", PageServer.KEY)));
    String made =
        server
            .send(
                "POST",
                "/v3beta1/self/api-keys",
                json("name", "mine"),
                "Cookie",
                lost,
                "X-CSRF-Token",
                PageServer.csrf(server.get("/plain", lost)))
            .body();
    String token = Json.MAPPER.readTree(made).path("token").asString();
    String byToken = cookie(server.post("/login", Map.of("key", token)));
    String still = cookie(signIn("admin", PASSWORD));
    assertThat(server.get("/v3/self", lost).statusCode()).isEqualTo(200);

    String mine = cookie(signIn("admin", PASSWORD, "another password of mine"));
    for (String cookie : new String[] {lost, still, byToken}) {
      assertThat(server.get("/v3/self", cookie).statusCode()).isEqualTo(401);
    }
    assertThat(server.get("/v3/self", mine).statusCode()).isEqualTo(200);
    assertThat(server.get("/v3/self", robots).statusCode()).isEqualTo(200);
    assertThat(
            server.send("GET", "/v3/self", null, "Authorization", "Bearer " + token).statusCode())
        .isEqualTo(200);
  }

  @Test
  void aChangedPasswordIsThatOfOneHumanAlone() throws Exception {
    server.sql("UPDATE human SET password_once = true");
    server.sql(
        "INSERT INTO human (user_id, account_id, name, email, password_hash) SELECT 'user-2', account_id, 'other', 'other@example.org', '%s' FROM account"
            .formatted(PasswordHash.of(PASSWORD)));
    try {
      String others = cookie(signIn("other", PASSWORD));
      cookie(signIn("admin", PASSWORD, "another password of mine"));

      assertThat(server.get("/v3/self", others).statusCode()).isEqualTo(200);
      cookie(signIn("other", PASSWORD));
      assertThat(signIn("other", "another password of mine").statusCode()).isEqualTo(401);
    } finally {
      server.sql("DELETE FROM human WHERE user_id = 'user-2'");
    }
  }

  @Test
  void fromWhereTheAccountLetsNobodyComeNobodySignsIn() throws Exception {
    server.sql("UPDATE account SET ip_ranges = '{192.0.2.0/24}'");
    try {
      for (var form :
          List.of(Map.of("name", "admin", "password", PASSWORD), Map.of("key", PageServer.KEY))) {
        var refused = server.post("/login", form, "X-Forwarded-For", "203.0.113.9");
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(403);
        assertThat(refused.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(refused.body()).contains("access list");
      }
      assertThat(server.value("SELECT count(*) FROM sign_in_failure")).isEqualTo("2");
      cookie(signIn("admin", PASSWORD)); // from this machine
    } finally {
      server.sql("UPDATE account SET ip_ranges = '{}'");
    }
  }

  @Test
  void whoIsDeletedIsOutAtOnceAndStaysOut() throws Exception {
    String cookie = cookie(signIn("admin", PASSWORD));
    try {
      server.sql("UPDATE human SET deleted_at = now()");
      assertThat(server.get("/v3/self", cookie).statusCode()).isEqualTo(401);
      assertThat(signIn("admin", PASSWORD).statusCode()).isEqualTo(401);
    } finally {
      server.sql("UPDATE human SET deleted_at = NULL");
    }
  }
}
