package io.agentservice.cli.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.cli.home.Credentials;
import io.agentservice.cli.home.Home;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.testing.AnnouncedServer;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionTest {
  @TempDir private Path directory;
  private final Map<String, String> environment = new HashMap<>();
  private Home home;

  @BeforeEach
  void prepare() {
    home = new Home(directory);
    environment.put("AGENT_HOME", directory.toString());
  }

  @Test
  void nothingIsFoundWhereNothingRuns() {
    home.write(Credentials.NONE.withOwn("agt_local"));
    assertThat(new Connection(environment).find()).isEmpty();
    assertThatThrownBy(new Connection(environment)::target)
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("no service is running");
  }

  @Test
  void theVariablesGoBeforeTheKeptCredentials() {
    home.write(Credentials.NONE.with(URI.create("https://kept.example"), "agt_kept"));
    assertThat(new Connection(environment).find())
        .contains(new Connection.Target(URI.create("https://kept.example"), "agt_kept"));
    environment.put("AGENT_API_URL", "https://other.example/");
    environment.put("AGENT_API_KEY", "agt_other");
    assertThat(new Connection(environment).find())
        .contains(new Connection.Target(URI.create("https://other.example"), "agt_other"));
  }

  @Test
  void aKeptKeyIsNotSentToAnotherAddress() {
    environment.put("AGENT_API_URL", "https://other.example");
    home.write(Credentials.NONE.with(URI.create("https://kept.example"), "agt_kept"));
    assertThatThrownBy(new Connection(environment)::find).hasMessageContaining("no key for");
    home.write(Credentials.NONE.withOwn("agt_local"));
    assertThatThrownBy(new Connection(environment)::find).hasMessageContaining("no key for");
  }

  @Test
  void eachAddressHasItsKeyAndTheLatestLoginCounts() {
    home.write(
        Credentials.NONE
            .withOwn("agt_local")
            .with(URI.create("https://a.example"), "agt_old")
            .with(URI.create("https://b.example"), "agt_b")
            .with(URI.create("https://a.example"), "agt_a"));
    assertThat(new Connection(environment).find())
        .contains(new Connection.Target(URI.create("https://a.example"), "agt_a"));
    environment.put("AGENT_API_URL", "https://b.example");
    assertThat(new Connection(environment).find())
        .contains(new Connection.Target(URI.create("https://b.example"), "agt_b"));
    assertThat(home.credentials().logins()).hasSize(2);
    assertThat(home.credentials().own()).isEqualTo("agt_local");
  }

  @Test
  void ourOwnKeyGoesToNobodyButTheServerThatRunsHere() throws IOException {
    home.write(Credentials.NONE.withOwn("agt_local"));
    var other = "http://localhost:8080"; // another name of the same listener
    try (var _ = home.announce(AnnouncedServer.at("http://127.0.0.1:8080"))) {
      assertThat(new Connection(environment).find())
          .contains(new Connection.Target(URI.create("http://127.0.0.1:8080"), "agt_local"));
      environment.put("AGENT_API_URL", other);
      assertThat(new Connection(environment).find())
          .contains(new Connection.Target(URI.create(other), "agt_local"));
      environment.put("AGENT_API_URL", "http://127.0.0.1:8081");
      assertThatThrownBy(new Connection(environment)::find).hasMessageContaining("no key for");
    }
    environment.remove("AGENT_API_URL");
    assertThat(home.path().resolve("server.json")).exists(); // as a killed server leaves it
    assertThat(new Connection(environment).find()).isEmpty();
    environment.put("AGENT_API_URL", other);
    assertThatThrownBy(new Connection(environment)::find).hasMessageContaining("no key for");
  }

  @Test
  void theBootstrapKeyOpensTheServerThatRunsHereOnly() throws IOException {
    environment.put("AGENT_BOOTSTRAP_TOKEN", "agt_first");
    try (var _ = home.announce(AnnouncedServer.at("http://127.0.0.1:8080"))) {
      assertThat(new Connection(environment).find())
          .map(Connection.Target::key)
          .contains("agt_first");
    }
    environment.put("AGENT_API_URL", "http://127.0.0.1:8080");
    assertThatThrownBy(new Connection(environment)::find).hasMessageContaining("no key for");
  }

  @Test
  void anAddressThatIsNoneIsRefused() {
    environment.put("AGENT_API_URL", "localhost:8080");
    assertThatThrownBy(new Connection(environment)::find).hasMessageContaining("localhost:8080");
  }

  @Test
  void theOrganizationIsTheKeysOwnOrItsFirst() {
    assertThat(Connection.organization(JsonObject.parse("{\"org_id\":\"org-1\"}")))
        .isEqualTo("org-1");
    assertThat(
            Connection.organization(
                JsonObject.parse("{\"org_id\":null,\"org_permissions\":{\"org-2\":[]}}")))
        .isEqualTo("org-2");
  }
}
