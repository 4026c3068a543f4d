package io.agentservice.server.base.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WireNameTest {
  private static final String ID = "-0123456789abcdef0123456789abcdef";

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      value = {
        "'{\"agent_mode\":\"fast\"}','{\"devin_mode\":\"fast\"}'",
        "'{\"agent_sessions_org_id\" : null}','{\"devin_sessions_org_id\" : null}'",
        "'{\"num_agent_messages\":1}','{\"num_devin_messages\":1}'",
        "'{\"target_agent_id\":null}','{\"target_devin_id\":null}'",
        "'{\"source\":\"agent\"}','{\"source\":\"devin\"}'",
        "'{\"type\":\"agent_message\"}','{\"type\":\"devin_message\"}'",
        "'[\"UseAgentSessions\"]','[\"UseDevinSessions\"]'",
        "'{\"message\":\"the agent said \\\"agent_mode\\\": 1\"}','{\"message\":\"the agent said \\\"agent_mode\\\": 1\"}'",
        "'{\"title\":\"agent\",\"origin\":\"agent\"}','{\"title\":\"agent\",\"origin\":\"agent\"}'",
      })
  void namesAndValuesThatCarryTheWordAreWrittenWithTheChosenOne(String json, String written) {
    assertThat(WireName.DEVIN.write(json)).isEqualTo(written);
    assertThat(WireName.AGENT.write(json)).isEqualTo(json);
  }

  @ParameterizedTest
  @CsvSource({"{\"session_id\":\"%s\"}", "{\"detail\":\"%s is asleep\"}", "{\"url\":\"x/%s\"}"})
  void sessionIdsAreWrittenWithTheChosenOneWhereverTheyStand(String json) {
    assertThat(WireName.DEVIN.write(json.formatted("agent" + ID)))
        .isEqualTo(json.formatted("devin" + ID));
  }
}
