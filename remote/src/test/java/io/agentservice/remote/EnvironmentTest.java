package io.agentservice.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EnvironmentTest {
  private final Map<String, String> variables =
      new HashMap<>(
          Map.of(
              "AGENT_OUTPOST_GATEWAY_URL", "wss://agents.example.com/gateway/",
              "AGENT_OUTPOST_CONNECT_TOKEN", "agc_secret",
              "AGENT_OUTPOST_SESSION_ID", "agent-1",
              "AGENT_REMOTE_STATE_DIR", "/var/state"));

  @Test
  void addressIsThatOfTheSession() throws Exception {
    var environment = Environment.read(variables, "Linux");
    assertThat(environment.gateway())
        .hasToString("wss://agents.example.com/gateway/sessions/agent-1");
    assertThat(environment.stateDirectory()).isEqualTo(Path.of("/var/state"));
    assertThat(environment.desktop()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"http://h:80/g, ws://h:80/g/sessions/agent-1", "https://h, wss://h/sessions/agent-1"})
  void httpAddressIsReadAsWebsocket(String given, String expected) throws Exception {
    variables.put(Environment.GATEWAY, given);
    assertThat(Environment.read(variables, "Linux").gateway()).hasToString(expected);
  }

  @Test
  void theThreeVariablesAreNeededTogether() {
    variables.remove(Environment.TOKEN);
    variables.put(Environment.SESSION, " ");
    assertThatThrownBy(() -> Environment.read(variables, "Linux"))
        .isInstanceOf(Environment.Unusable.class)
        .hasMessage(
            "AGENT_OUTPOST_CONNECT_TOKEN, AGENT_OUTPOST_SESSION_ID are not set; the three"
                + " AGENT_OUTPOST_* variables must be set together");
  }

  @Test
  void olderNameCountsWhenTheNewOneIsNotSet() throws Exception {
    variables.remove(Environment.SESSION);
    variables.put("DEVIN_OUTPOST_SESSION_ID", "old-1");
    variables.put("DEVIN_REMOTE_STATE_DIR", "/old");
    var environment = Environment.read(variables, "Linux");
    assertThat(environment.sessionId()).isEqualTo("old-1");
    assertThat(environment.stateDirectory()).isEqualTo(Path.of("/var/state"));
  }

  @ParameterizedTest
  @CsvSource({"Linux, /opt/.agent/agent-1", "Mac OS X, /Users/u/.agent/agent-1"})
  void sharedStateDirectoryIsDividedBySession(String system, Path expected) throws Exception {
    variables.remove(Environment.STATE);
    variables.put("HOME", "/Users/u");
    assertThat(Environment.read(variables, system).stateDirectory()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"agents.example.com", "ftp://h", "ws:///g", "ws://h/ g"})
  void addressThatIsNoneIsRefused(String address) {
    variables.put(Environment.GATEWAY, address);
    assertThatThrownBy(() -> Environment.read(variables, "Linux"))
        .isInstanceOf(Environment.Unusable.class)
        .hasMessageStartingWith("AGENT_OUTPOST_GATEWAY_URL ");
  }

  @Test
  void browserThatIsNoPathIsNone() throws Exception {
    variables.put(Environment.CHROME, "/opt/chrome\0");
    assertThat(Environment.read(variables, "Linux").chrome()).isNull();
  }

  @Test
  void stateDirectoryThatIsNoPathIsRefused() {
    variables.put(Environment.STATE, "/var/state\0");
    assertThatThrownBy(() -> Environment.read(variables, "Linux"))
        .isInstanceOf(Environment.Unusable.class)
        .hasMessage("AGENT_REMOTE_STATE_DIR is not a path");
  }

  @Test
  void sessionIdCannotLeaveTheAddress() {
    variables.put(Environment.SESSION, "../claims");
    assertThatThrownBy(() -> Environment.read(variables, "Linux"))
        .isInstanceOf(Environment.Unusable.class);
  }

  @Test
  void tokenIsNotInItsText() throws Exception {
    assertThat(Environment.read(variables, "Linux").toString()).doesNotContain("agc_secret");
  }
}
