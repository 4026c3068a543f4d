package io.agentservice.server;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.ServerProcess;
import io.agentservice.server.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README says under "In production". */
class TwoServersIT {
  private static final String TOKEN = "bootstrap-token-of-two-servers";
  private static final String KEY =
      Base64.getEncoder()
          .encodeToString("a test key of thirty-two bytes!!".getBytes(StandardCharsets.US_ASCII));
  private static final int HEAP_MIB = 256;

  @TempDir private Path first;
  @TempDir private Path second;

  private Callable<ServerProcess> server(TestDatabase database, Path home) {
    var settings =
        Map.of(
            "AGENT_ATTACHMENT_STORE",
            first.resolve("attachments").toString(),
            "AGENT_HOME",
            home.toString(),
            "AGENT_PORT",
            "0",
            "AGENT_DATABASE_URL",
            database.jdbcUrl(),
            "AGENT_MASTER_KEY",
            KEY,
            "AGENT_BOOTSTRAP_TOKEN",
            TOKEN);
    return () -> ServerProcess.start(settings, HEAP_MIB);
  }

  @Test
  void twoServersThatStartTogetherOnAnEmptyDatabaseAreOneService() throws Exception {
    try (var database = TestDatabase.empty();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var one = threads.submit(server(database, first));
      var other = threads.submit(server(database, second));
      try (var here = one.get();
          var there = other.get()) {
        var admin = ApiClient.anonymous(here.address()).withToken(TOKEN);
        var self = admin.get("/v3/self").ok();
        String org = self.json().path("org_permissions").propertyNames().iterator().next();
        String sessions = "/v3/organizations/" + org + "/sessions";
        String body =
            json(
                "prompt",
                "p",
                "session_secrets",
                List.of(fields("key", "TOKEN", "value", "swordfish")));

        var created = admin.with("Idempotency-Key", "once").post(sessions, body).ok();
        // The stored answer is sealed under the master key.
        var again =
            ApiClient.anonymous(there.address())
                .withToken(TOKEN)
                .with("Idempotency-Key", "once")
                .post(sessions, body)
                .ok();

        assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
        assertThat(again.body()).isEqualTo(created.body());
        assertThat(first.resolve("master.key")).doesNotExist();
        assertThat(second.resolve("master.key")).doesNotExist();
      }
    }
  }
}
