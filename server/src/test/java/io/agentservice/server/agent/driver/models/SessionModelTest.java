package io.agentservice.server.agent.driver.models;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.models.LiveLlms;
import io.agentservice.llm.models.LlmSettings;
import io.agentservice.llm.models.OwnModels;
import io.agentservice.server.base.ids.OrgId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which of the server's models a session asks, by the clock. */
class SessionModelTest {
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  private LiveLlms server;

  private SessionModel model(Map<String, String> settings, String name) {
    var choice = LlmSettings.from(settings);
    server = new LiveLlms(choice);
    var sources =
        new ModelSources(
            server, OwnModels.of(choice, _ -> List.of()), null, null, null, new KeyRests());
    return new SessionModel(sources, new OrgId("org-1"), name, replay -> replay, () -> now);
  }

  private SessionModel standing() {
    return model(
        Map.of(
            "ANTHROPIC_API_KEY", "k",
            "OPENAI_API_KEY", "k",
            "AGENT_MODEL_FALLBACK", "openai:gpt-6.1"),
        null);
  }

  private static String name(SessionModel model) {
    return model.get().llm().name();
  }

  @Test
  void theOneThatStandsInIsAskedForTenMinutes() {
    var model = standing();
    assertThat(name(model)).startsWith("anthropic:");
    assertThat(model.hasStandIn()).isTrue();
    assertThat(model.standIn()).isTrue();
    assertThat(name(model)).isEqualTo("openai:gpt-6.1");
    assertThat(model.get()).isSameAs(model.get());

    now = now.plus(SessionModel.STAND_IN);
    assertThat(name(model)).isEqualTo("openai:gpt-6.1");
    now = now.plus(Duration.ofSeconds(1));
    assertThat(name(model)).startsWith("anthropic:");
  }

  @Test
  void afterTheLastTheFirstIsAskedNext() {
    var model = standing();
    assertThat(model.standIn()).isTrue();
    assertThat(model.hasStandIn()).isFalse();
    assertThat(model.standIn()).isFalse();
    assertThat(name(model)).startsWith("anthropic:");
  }

  @Test
  void withoutTheSettingNoneStandsIn() {
    var model = model(Map.of("OPENAI_API_KEY", "k"), "openai:gpt-6.1");
    assertThat(model.hasStandIn()).isFalse();
    assertThat(model.standIn()).isFalse();
    assertThat(name(model)).isEqualTo("openai:gpt-6.1");
  }

  /** Who holds the answer of before goes on with it. */
  @Test
  void otherSettingsCountFromTheNextQuestionOn() {
    var model = model(Map.of("OPENAI_API_KEY", "k", "AGENT_MODEL", "openai:one"), null);
    var before = model.get();
    server
        .prepare(LlmSettings.from(Map.of("OPENAI_API_KEY", "k", "AGENT_MODEL", "openai:one")))
        .run();
    assertThat(model.get()).isSameAs(before);

    var others =
        server.prepare(
            LlmSettings.from(
                Map.of(
                    "OPENAI_API_KEY", "k-2",
                    "AGENT_MODEL", "openai:two",
                    "AGENT_MODEL_PRICE", "1,2,3,4")));
    assertThat(model.get()).isSameAs(before);
    others.run();

    assertThat(name(model)).isEqualTo("openai:two");
    assertThat(model.get().price()).isNotEqualTo(before.price());
    assertThat(before.llm().name()).isEqualTo("openai:one");
  }
}
