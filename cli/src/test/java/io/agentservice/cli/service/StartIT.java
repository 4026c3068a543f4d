package io.agentservice.cli.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.cli.PreparedForTests;
import io.agentservice.cli.home.Credentials;
import io.agentservice.cli.home.Home;
import io.agentservice.cli.process.Cleanup;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.testing.CommandProcess;
import io.agentservice.postgres.EmbeddedPostgres;
import io.agentservice.server.App;
import io.agentservice.wire.json.JsonObject;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts of servers that can't go on at once. */
class StartIT {
  private static final String BOOTSTRAP = "AGENT_BOOTSTRAP_TOKEN";
  private static final String GIVEN = "agt_given-to-the-first-start";

  /** No port that was free a moment ago: in the next one somebody else may listen there. */
  private static final String NOBODY_LISTENS = "jdbc:postgresql://127.0.0.1:1/agent?user=agent";

  @TempDir private Path place;

  @Test
  void aServerWithoutItsDatabaseSaysThatItWaitsAndThenWhyItEnds() throws Exception {
    var variables =
        Map.of("AGENT_DATABASE_URL", NOBODY_LISTENS, "AGENT_DATABASE_WAIT_SECONDS", "5");
    try (var server = CommandProcess.start(place, variables, "server", "--port=0")) {
      assertThat(server.exitCode()).isEqualTo(1);
      assertThat(server.errors().lines())
          .satisfiesExactly(
              line ->
                  assertThat(line)
                      .matches(
                          "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3}(Z|[+-]\\d\\d:?\\d\\d) WARN .*")
                      .contains("waiting for the database, up to 5 s: Connection"),
              line ->
                  assertThat(line)
                      .startsWith(
                          "agent: the database of AGENT_DATABASE_URL can't be used:"
                              + " it did not answer for 5 s: Connection to 127.0.0.1:"));
      assertThat(server.output()).isEmpty();
    }
  }

  @Test
  void theLogIsOfJsonObjectsWhereThatIsAskedFor() throws Exception {
    var variables =
        Map.of(
            "AGENT_DATABASE_URL",
            NOBODY_LISTENS,
            "AGENT_DATABASE_WAIT_SECONDS",
            "1",
            "AGENT_LOG_FORMAT",
            "json");
    try (var server = CommandProcess.start(place, variables, "server", "--port=0")) {
      assertThat(server.exitCode()).isEqualTo(1);
      var line = JsonObject.parse(server.errors().lines().toList().getFirst());
      assertThat(line.text("level")).isEqualTo("WARN");
      assertThat(line.text("message")).startsWith("waiting for the database, up to 1 s: ");
      assertThat(line.text("logger")).startsWith("io.agentservice.");
      assertThat(Instant.parse(line.required("time"))).isBeforeOrEqualTo(Instant.now());
    }
    try (var server = CommandProcess.start(place, Map.of("AGENT_LOG_FORMAT", "xml"), "server")) {
      assertThat(server.exitCode()).isEqualTo(2);
      assertThat(server.errors()).startsWith("agent: AGENT_LOG_FORMAT is text or json");
    }
  }

  @Test
  void aSignalEndsTheWait() throws Exception {
    var variables = Map.of("AGENT_DATABASE_URL", NOBODY_LISTENS);
    for (var signal : Map.of("TERM", 143, "INT", 130).entrySet()) {
      try (var server = CommandProcess.start(place, variables, "server", "--port=0")) {
        server.await(errors -> errors.contains("waiting for the database, up to 60 s"));
        server.signal(signal.getKey());
        assertThat(server.exitCode()).isEqualTo(signal.getValue());
        assertThat(server.errors().lines()).hasSize(1);
      }
    }
  }

  @Test
  void anAddressOfModelsThatIsNoneIsWrongUsage() throws Exception {
    var variables = Map.of("OPENAI_BASE_URL", "gateway.example/v1", "AGENT_PORT", "0");
    for (var words : List.of(List.of("server"), List.of("up"), List.of("run", "mend it"))) {
      try (var command = CommandProcess.start(place, variables, words.toArray(String[]::new))) {
        assertThat(command.exitCode()).as("%s: %s", words, command.errors()).isEqualTo(2);
        assertThat(command.errors().lines())
            .last()
            .asString()
            .startsWith("agent: OPENAI_BASE_URL must be an http or https address");
      }
    }
  }

  @Test
  void aHomeThatWasFirstStartedWithAKeyOfItsOwnersTakesUpToo() {
    first();
    try (var cleanup = new Cleanup()) {
      var service = Service.start(home(), given(), cleanup);

      assertThat(service.client().self().text("service_user_name")).isEqualTo("admin");
      assertThat(home().credentials().own()).isNotNull().isNotEqualTo(GIVEN);
    }
  }

  @Test
  void theVariableIsUsedWhereTheKeptKeyIsNotKnown() {
    first();
    home().write(Credentials.NONE.withOwn("agt_made-by-a-start-that-was-refused"));
    try (var cleanup = new Cleanup()) {
      assertThat(Service.start(home(), given(BOOTSTRAP, GIVEN), cleanup).client().self())
          .isNotNull();
    }
    assertThat(home().credentials().own()).isEqualTo(GIVEN);
    try (var cleanup = new Cleanup()) {
      assertThat(Service.start(home(), given(), cleanup).client().self()).isNotNull();
    }
  }

  @Test
  void noKeyIsMadeForAServiceUserThatIsNoAdministratorAnyMore() throws Exception {
    first();
    try (var postgres = EmbeddedPostgres.open(place.resolve("home/postgres"));
        var connection = DriverManager.getConnection(postgres.jdbcUrl());
        var statement = connection.createStatement()) {
      statement.execute("UPDATE service_user SET deleted_at = now() WHERE name = 'admin'");
    }
    try (var cleanup = new Cleanup()) {
      assertThatThrownBy(() -> Service.start(home(), given(), cleanup))
          .isInstanceOf(CommandFailure.class)
          .hasMessageContaining("its service user admin is gone");
    }
  }

  private Home home() {
    return new Home(place.resolve("home"));
  }

  private Map<String, String> given(String... more) {
    var values = new HashMap<String, String>();
    values.put("AGENT_HOME", home().path().toString());
    values.put("AGENT_PORT", "0");
    for (int i = 0; i < more.length; i += 2) {
      values.put(more[i], more[i + 1]);
    }
    return PreparedForTests.with(values);
  }

  /** A first start by {@code agent server}. */
  private void first() {
    App.start(Service.read(given(BOOTSTRAP, GIVEN))).close();
  }
}
