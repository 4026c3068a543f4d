package io.agentservice.server.agent.timeline;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.Usage;
import io.agentservice.server.agent.loop.log.LoopEvent;
import java.math.BigDecimal;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What a session has used, by the interface (design/web.md 7.1). */
class SessionUsageIT extends OnTimeline {
  private void set(String what) {
    server.given().update("UPDATE session SET %s WHERE session_id = ?".formatted(what), session);
  }

  @Test
  void aFreshSessionHasUsedNothing() {
    var usage = admin.get(one + "/usage").ok();

    assertThat(usage.json().toString())
        .isEqualTo(
            "{\"acus\":0,\"machine_acus\":0,\"token_acus\":0,\"machine_seconds\":0,\"models\":[],\"limits\":[]}");
  }

  @Test
  void theMinutesThatRunNowAreIncluded() {
    set(
        "seconds_per_acu = 100, dollars_per_acu = 2, machine_seconds = 50, model_dollars = 1, machine_since = now() - interval '250 seconds'");

    var usage = admin.get(one + "/usage").ok();

    assertThat(usage.at("/machine_seconds").asLong()).isBetween(300L, 420L);
    assertThat(usage.at("/machine_acus").asDouble()).isBetween(3.0, 4.2);
    assertThat(usage.at("/token_acus").asDouble()).isEqualTo(0.5);
    assertThat(usage.at("/acus").asDouble()).isEqualTo(usage.at("/machine_acus").asDouble());
  }

  @Test
  void modelsAreCountedWithAllTheirCallsTheCostliestFirst() {
    set("dollars_per_acu = 2");
    add(Logs.answer());
    add(Logs.answer());
    add(new LoopEvent.ModelInterrupted(new Usage(1, 2, 3, 4), "model", new BigDecimal("0.1")));
    add(new LoopEvent.Summarized(1, "s", new Usage(10, 20, 0, 0), "other", new BigDecimal("4")));
    add(new LoopEvent.GuardrailJudged("g", new Usage(5, 6, 0, 0), "other", BigDecimal.ONE));
    add("model_turn", "{\"parts\":[],\"stop\":\"END_TURN\"}");

    var usage = admin.get(one + "/usage").ok();

    assertThat(usage.at("/models").toString())
        .isEqualTo(
            "[{\"model\":\"other\",\"calls\":2,\"input_tokens\":15,\"cached_tokens\":0,\"output_tokens\":26,\"acus\":2.5},"
                + "{\"model\":\"model\",\"calls\":3,\"input_tokens\":888,\"cached_tokens\":603,\"output_tokens\":42,\"acus\":0.55},"
                + "{\"model\":\"unknown\",\"calls\":1,\"input_tokens\":0,\"cached_tokens\":0,\"output_tokens\":0,\"acus\":0}]");
  }

  @Test
  void theLimitsThatHoldAreListedWithWhatIsUsed() {
    admin.patch(one, json("max_acu_limit", 7)).ok();
    admin
        .patch(
            "/v3/enterprise/organizations/" + org,
            json("max_session_acu_limit", 5, "max_cycle_acu_limit", 40))
        .ok();
    set("dollars_per_acu = 2, model_dollars = 3");

    var limits = admin.get(one + "/usage").ok();

    assertThat(limits.each("/limits", "/scope")).containsExactly("session", "org");
    assertThat(limits.at("/limits/0/limit").asInt()).isEqualTo(5);
    assertThat(limits.at("/limits/0/used").asDouble()).isEqualTo(1.5);
    assertThat(limits.at("/limits/0/resets_at").isNull()).isTrue();
    assertThat(limits.at("/limits/1/limit").asInt()).isEqualTo(40);
    assertThat(limits.at("/limits/1/used").asDouble()).isEqualTo(1.5);
    assertThat(limits.at("/limits/1/resets_at").asLong())
        .isGreaterThan(Instant.now().getEpochSecond());
  }
}
