package io.agentservice.server.agent.models;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.TestServer;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The models that a session may name (design/web.md 7.5). */
class ModelsIT {
  @Test
  void theDefaultStandsFirstAndSaysWhatItLacks() {
    var settings = Map.of("AGENT_MODEL", "openai:gpt-6.1-sol", "ANTHROPIC_API_KEY", "k");
    try (var server = TestServer.start(settings)) {
      var org = server.given().organization();
      var member = server.as(server.given().key(org, "org_member"));
      String path = "/v3/organizations/" + org + "/models";

      var first = member.get(path).ok();

      assertThat(first.text("/items/0/model")).isEqualTo("openai:gpt-6.1-sol");
      assertThat(first.text("/items/0/label")).isEqualTo("gpt-6.1-sol");
      assertThat(first.at("/items/0/is_default").booleanValue()).isTrue();
      assertThat(first.at("/items/0/available").booleanValue()).isFalse();
      assertThat(first.text("/items/0/reason")).contains("OPENAI_API_KEY");
      assertThat(first.each("/model")).contains("anthropic:claude-sonnet-5-5");
      assertThat(first.at("/items/1/is_default").booleanValue()).isFalse();
      assertThat(first.at("/items/1/context_tokens").longValue()).isEqualTo(200_000);
    }
  }
}
