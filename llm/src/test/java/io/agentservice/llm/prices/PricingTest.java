package io.agentservice.llm.prices;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.Usage;
import io.agentservice.llm.models.LlmSettings;
import io.agentservice.llm.models.Llms;
import io.agentservice.llm.replay.ReplayLlm;
import io.agentservice.llm.replay.Transcript;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PricingTest {

  private final Pricing list = new Pricing(null);

  private static ReplayLlm replay(String json) {
    return new ReplayLlm(Transcript.parse(json, "test"));
  }

  @Test
  void aCallCostsWhatItsTokensCost() {
    Price sonnet = list.ofModel("claude-sonnet-4-5").orElseThrow();

    assertThat(sonnet.cost(new Usage(1_000_000, 1_000_000, 1_000_000, 1_000_000)))
        .isEqualByComparingTo("22.05");
    assertThat(sonnet.cost(new Usage(1, 1, 0, 0))).isEqualByComparingTo("0.000018");
    assertThat(sonnet.cost(Usage.NONE)).isZero();
  }

  @Test
  void aDatedVersionCostsWhatItsModelCosts() {
    assertThat(list.ofModel("claude-sonnet-4-5-20250929"))
        .isEqualTo(list.ofModel("claude-sonnet-4-5"));
    assertThat(list.ofModel("gpt-5-2025-08-07")).isEqualTo(list.ofModel("gpt-5"));
    assertThat(list.ofModel("gpt-5-2025-08-07")).isPresent();
  }

  @Test
  void aModelIsNotTakenForItsCheaperRelation() {
    assertThat(list.ofModel("claude-sonnet-5-5")).isNotEqualTo(list.ofModel("claude-sonnet-5"));
    assertThat(list.ofModel("gpt-5-mini")).isNotEqualTo(list.ofModel("gpt-5"));
    assertThat(list.ofModel("gpt-5-pro")).isEmpty();
    assertThat(list.ofModel("claude-sonnet-5-9")).isEmpty();
    assertThat(list.ofModel("qwen3:8b")).isEmpty();
  }

  @Test
  void defaultModelsHaveAPrice() {
    assertThat(list.ofModel(Llms.DEFAULT_ANTHROPIC_MODEL)).isPresent();
    assertThat(list.ofModel(Llms.DEFAULT_OPENAI_MODEL)).isPresent();
  }

  @Test
  void longPromptsHaveTheirOwnPrice() {
    Price haiku = list.ofModel("claude-haiku-5-5").orElseThrow();

    assertThat(haiku.cost(new Usage(100_000, 0, 0, 0))).isEqualByComparingTo("0.01");
    assertThat(haiku.cost(new Usage(1, 1_000_000, 100_000, 0))).isEqualByComparingTo("2.5050005");
  }

  @Test
  void theLargestCostBoundsWhateverTheCacheDoes() {
    Price sonnet = list.ofModel("claude-sonnet-4-5").orElseThrow();
    BigDecimal bound = sonnet.largestCost(10_000, 500);

    assertThat(bound).isEqualByComparingTo("0.045");
    assertThat(sonnet.cost(new Usage(0, 500, 0, 10_000))).isLessThanOrEqualTo(bound);
    assertThat(list.ofModel("claude-haiku-5-5").orElseThrow().largestCost(200_000, 0))
        .isEqualByComparingTo("0.125");
    assertThat(list.ofModel("claude-haiku-5-5").orElseThrow().largestCost(100_000, 0))
        .isEqualByComparingTo("0.0125");
  }

  @Test
  void aRecordingCostsOnlyWhatItSaysItUsed() {
    var free = replay("{\"name\":\"a\",\"model\":\"claude-opus-5\",\"turns\":[{\"text\":\"x\"}]}");
    var paid =
        replay(
            """
            {"name":"a","model":"claude-opus-5","turns":[{"text":"x","usage":{"output_tokens":1000000}}]}
            """);
    var unknown =
        replay(
            """
            {"name":"a","model":"mine","turns":[{"text":"x","usage":{"output_tokens":1000000}}]}
            """);

    assertThat(list.of(free)).isEqualTo(Price.FREE);
    assertThat(list.of(paid)).isEqualTo(list.ofModel("claude-opus-5").orElseThrow());
    assertThat(list.of(unknown)).isEqualTo(Pricing.DEFAULT);
  }

  @Test
  void theOperatorsPriceComesFirst() {
    var settings =
        LlmSettings.from(
            Map.of(
                "AGENT_MODEL_PRICE", "1, 2,0.5 ,0", "AGENT_OPENAI_BASE_URL", "http://localhost"));
    try (var llms = new Llms(settings)) {
      Price price = llms.pricing().of(llms.named("openai:qwen3:8b"));

      assertThat(price.cost(new Usage(1_000_000, 1_000_000, 1_000_000, 1_000_000)))
          .isEqualByComparingTo("3.5");
    }
  }

  @Test
  void aModelWithoutAKnownPriceIsNeverFreeAndSaysWhatIsCounted() {
    try (var llms =
        new Llms(LlmSettings.from(Map.of("AGENT_OPENAI_BASE_URL", "http://localhost")))) {
      var llm = llms.named("openai:qwen3:8b");

      assertThat(llms.pricing().of(llm).cost(new Usage(1_000_000, 1_000_000, 0, 0)))
          .isEqualByComparingTo("18");
      assertThat(llms.pricing().remark(llm).orElseThrow())
          .contains("openai:qwen3:8b is not known", "3,15,0.30,3.75", "set AGENT_MODEL_PRICE");
      assertThat(llms.pricing().remark(llms.named("openai:gpt-5"))).isEmpty();
    }
  }
}
