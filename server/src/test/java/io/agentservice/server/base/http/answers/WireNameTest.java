package io.agentservice.server.base.http.answers;

import static io.agentservice.server.testing.JsonText.json;
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Needs UseAgentSessions or X in org|Needs UseDevinSessions or X in org",
        "Same field as agent_mode|Same field as devin_mode",
        "Same as agent_id of the query|Same as devin_id of the query",
        "one of agent, data_analyst|one of devin, data_analyst",
        "See /opbeta/outposts/agents|See /opbeta/outposts/devins",
        "Set AGENT_FEATURES|Set AGENT_FEATURES",
        "Offer agent-remote.v1|Offer agent-remote.v1",
        "The reagent is an Agenta|The reagent is an Agenta",
      })
  void sentencesOfProblemsNameThingsByTheChosenWord(String text, String written) {
    assertThat(WireName.DEVIN.text(text)).isEqualTo(written);
    assertThat(WireName.AGENT.text(text)).isEqualTo(text);
    String json = json("detail", "%s", "platform", "agent");
    assertThat(WireName.DEVIN.problem(json.formatted(text))).isEqualTo(json.formatted(written));
  }
}
