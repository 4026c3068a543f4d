package io.agentservice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.client.JsonObject;
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
    home.write(new Home.Credentials(null, "agt_local"));
    home.write(new Home.Server("http://127.0.0.1:1", 1, "killed"));
    assertThat(new Connection(environment).find()).isEmpty();
    assertThatThrownBy(new Connection(environment)::target)
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("no service is running");
  }

  @Test
  void theVariablesGoBeforeTheKeptCredentials() {
    home.write(new Home.Credentials("https://kept.example", "agt_kept"));
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
    home.write(new Home.Credentials("https://kept.example", "agt_kept"));
    assertThatThrownBy(new Connection(environment)::find).hasMessageContaining("no key for");
    home.write(new Home.Credentials(null, "agt_local"));
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
