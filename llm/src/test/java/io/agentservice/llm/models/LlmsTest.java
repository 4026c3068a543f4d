package io.agentservice.llm.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.agentservice.llm.ChatMessage;
import io.agentservice.llm.Llm;
import io.agentservice.llm.LlmException;
import io.agentservice.llm.LlmException.Kind;
import io.agentservice.llm.ModelLimits;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.TextListener;
import io.agentservice.llm.http.ApiKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LlmsTest {

  private static Llms llms(String... namesAndValues) {
    var settings = new HashMap<String, String>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      settings.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return new Llms(LlmSettings.from(settings));
  }

  private static LlmException failureOf(Llms llms) {
    return catchThrowableOfType(LlmException.class, llms::defaultLlm);
  }

  @Test
  void withoutAnySettingOneLineSaysWhatToSet() {
    assertThat(llms().defaultModel()).isEmpty();
    assertThat(failureOf(llms()))
        .returns(Kind.AUTH, LlmException::kind)
        .hasMessageContainingAll(
            "no model is set up", "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "AGENT_MODEL=replay:");
  }

  @Test
  void aKeyAloneChoosesThatProvidersDefault() {
    assertThat(llms("ANTHROPIC_API_KEY", "k").defaultLlm().name())
        .isEqualTo("anthropic:" + Llms.DEFAULT_ANTHROPIC_MODEL);
    assertThat(llms("OPENAI_API_KEY", "k").defaultLlm().name())
        .isEqualTo("openai:" + Llms.DEFAULT_OPENAI_MODEL);
    assertThat(llms("OPENAI_API_KEY", "k", "ANTHROPIC_API_KEY", "k").defaultLlm().name())
        .startsWith("anthropic:");
  }

  @Test
  void oneStandsInForAllOfTheServersButItselfAndRecordings() {
    var both =
        llms(
            "OPENAI_API_KEY", "k",
            "ANTHROPIC_API_KEY", "k",
            "AGENT_MODEL_FALLBACK", "openai:gpt-6.1");
    assertThat(both.fallback(null)).isEqualTo("openai:gpt-6.1");
    assertThat(both.fallback("anthropic:new")).isEqualTo("openai:gpt-6.1");
    assertThat(both.fallback("openai:gpt-6.1")).isNull();
    assertThat(both.fallback("replay:/x.json")).isNull();
    assertThat(llms("OPENAI_API_KEY", "k").fallback(null)).isNull();
  }

  @Test
  void oneThatCanNotStandInIsRefusedAtTheStart() {
    assertThatThrownBy(() -> llms("OPENAI_API_KEY", "k", "AGENT_MODEL_FALLBACK", "anthropic:new"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("AGENT_MODEL_FALLBACK", "anthropic:new");
  }

  @Test
  void theChoicesAreTheDefaultAndWhatTheProvidersWithAKeyHave() {
    assertThat(llms().choices()).isEmpty();

    var choices = llms("ANTHROPIC_API_KEY", "k", "AGENT_MODEL", "claude-opus-5-5").choices();
    assertThat(choices.getFirst())
        .isEqualTo(new Llms.Choice("claude-opus-5-5", 200_000L, true, null));
    assertThat(choices)
        .extracting(Llms.Choice::name)
        .contains("anthropic:" + Llms.DEFAULT_ANTHROPIC_MODEL)
        .doesNotContain("anthropic:claude-opus-5-5")
        .noneMatch(name -> name.startsWith("openai:"));
    assertThat(choices.subList(1, choices.size())).noneMatch(Llms.Choice::standard);

    assertThat(llms("AGENT_MODEL", "openai:gpt-6.1-sol").choices())
        .singleElement()
        .extracting(Llms.Choice::missing)
        .asString()
        .contains("OPENAI_API_KEY");
    var local = llms("AGENT_OPENAI_BASE_URL", "http://localhost:1", "AGENT_MODEL", "qwen3:8b");
    assertThat(local.choices()).containsExactly(new Llms.Choice("qwen3:8b", null, true, null));
  }

  @Test
  void theModelsOfALocalServerMustBeNamed() {
    assertThat(failureOf(llms("AGENT_OPENAI_BASE_URL", "http://localhost:11434")))
        .hasMessage(
            "no model is set up for http://localhost:11434/v1: set AGENT_MODEL=openai:<model>");
  }

  @Test
  void aModelWithoutItsKeySaysWhichKey() {
    assertThat(failureOf(llms("AGENT_MODEL", "claude-opus-5-5", "OPENAI_API_KEY", "k")))
        .returns(Kind.AUTH, LlmException::kind)
        .hasMessage("model 'claude-opus-5-5' needs a key: set ANTHROPIC_API_KEY");
    assertThat(failureOf(llms("AGENT_MODEL", "openai:gpt-6.1-sol")))
        .hasMessageContainingAll("OPENAI_API_KEY", "AGENT_OPENAI_BASE_URL");
  }

  @Test
  void namesChooseProviders(@TempDir Path directory) throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("t.json"), "{\"name\":\"demo\",\"turns\":[{\"text\":\"Hi\"}]}");
    Llms llms = llms("ANTHROPIC_API_KEY", "k", "OPENAI_API_KEY", "k");

    assertThat(llms.named("claude-opus-5-5").name()).isEqualTo("anthropic:claude-opus-5-5");
    assertThat(llms.named("anthropic:claude-opus-5-5").name())
        .isEqualTo("anthropic:claude-opus-5-5");
    assertThat(llms.named("openai:llama3:8b").name()).isEqualTo("openai:llama3:8b");
    assertThat(llms.named("replay:" + file).name()).isEqualTo("replay:demo");
  }

  @Test
  void namesThatNameNothingAreRefused() {
    Llms llms = llms("ANTHROPIC_API_KEY", "k");
    for (String name : List.of("", "openai:", "llama3:8b", "replay:/no/such/file.json")) {
      assertThatThrownBy(() -> llms.named(name))
          .as(name)
          .isInstanceOfSatisfying(
              LlmException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INVALID_REQUEST));
    }
    assertThatThrownBy(() -> llms.named("llama3:8b")).hasMessageContaining("no provider 'llama3'");
  }

  @Test
  void aBareNameBelongsToWhoeverIsSetUpForIt() {
    var local = llms("AGENT_OPENAI_BASE_URL", "http://localhost:11434");
    assertThat(local.named("gpt-4").name()).isEqualTo("openai:gpt-4");
    assertThat(local.named("mistral").name()).isEqualTo("openai:mistral");
    assertThat(local.named("qwen3:8b").name()).isEqualTo("openai:qwen3:8b");
    assertThat(local.named("claude-opus-5-5").name()).isEqualTo("openai:claude-opus-5-5");

    var both = llms("ANTHROPIC_API_KEY", "k", "OPENAI_API_KEY", "k");
    assertThat(both.named("gpt-4").name()).isEqualTo("openai:gpt-4");
    assertThat(both.named("o3").name()).isEqualTo("openai:o3");
    assertThat(both.named("mistral").name()).isEqualTo("anthropic:mistral");

    assertThatThrownBy(() -> llms("ANTHROPIC_API_KEY", "k").named("gpt-4"))
        .hasMessageContaining("model 'gpt-4' needs a key: set OPENAI_API_KEY");
    assertThat(llms("ANTHROPIC_BASE_URL", "http://gw").named("gpt-4").name())
        .isEqualTo("anthropic:gpt-4");
  }

  @Test
  void baseUrlsCountUnderTheirUsualNamesAsKeysDo() {
    var usual =
        LlmSettings.from(
            Map.of(
                "OPENAI_BASE_URL", "http://gw.example/openai",
                "ANTHROPIC_BASE_URL", "http://gw.example/anthropic"));
    assertThat(usual.openAi().baseUrl()).hasToString("http://gw.example/openai");
    assertThat(usual.anthropic().baseUrl()).hasToString("http://gw.example/anthropic");

    var both =
        LlmSettings.from(
            Map.of("OPENAI_BASE_URL", "http://usual", "AGENT_OPENAI_BASE_URL", "http://ours"));
    assertThat(both.openAi().baseUrl()).hasToString("http://ours/v1");
    assertThatThrownBy(() -> LlmSettings.from(Map.of("OPENAI_BASE_URL", "gw.example")))
        .hasMessageStartingWith("OPENAI_BASE_URL must be");
  }

  @Test
  void theProvidersOwnAddressIsAsNone() {
    var settings =
        LlmSettings.from(
            Map.of(
                "OPENAI_API_KEY", "k",
                "OPENAI_BASE_URL", "https://api.openai.com/v1/",
                "ANTHROPIC_BASE_URL", "https://api.anthropic.com"));
    assertThat(settings.openAi().baseUrl()).isNull();
    assertThat(settings.anthropic().baseUrl()).isNull();
    try (var own = new Llms(settings)) {
      assertThat(own.defaultLlm().name()).isEqualTo("openai:" + Llms.DEFAULT_OPENAI_MODEL);
    }
  }

  @Test
  void theLongestReplyIsTheSettings() {
    var set = llms("OPENAI_API_KEY", "k", "AGENT_MODEL_OUTPUT_TOKENS", "2048");
    assertThat(set.limits(set.named("openai:mine"))).isEqualTo(new ModelLimits(128_000, 2048));
  }

  @Test
  void ourOwnNamesOfKeysComeFirstAndBlankOnesCountAsAbsent() {
    var settings =
        LlmSettings.from(
            Map.of(
                "AGENT_ANTHROPIC_API_KEY",
                "ours",
                "ANTHROPIC_API_KEY",
                "usual",
                "AGENT_OPENAI_API_KEY",
                " ",
                "OPENAI_API_KEY",
                "usual",
                "AGENT_MODEL",
                ""));

    assertThat(settings.anthropic().key()).isEqualTo(new ApiKey("ours"));
    assertThat(settings.openAi().key()).isEqualTo(new ApiKey("usual"));
    assertThat(settings.model()).isNull();
  }

  @Test
  void printedSettingsHoldNoKey() {
    assertThat(LlmSettings.from(Map.of("ANTHROPIC_API_KEY", "k-1", "OPENAI_API_KEY", "k-2")))
        .asString()
        .contains("***")
        .doesNotContain("k-1", "k-2");
  }

  @Test
  void baseUrlsAreTakenWithAndWithoutTheirVersion() {
    assertThat(openAiUrl("http://localhost:11434/")).isEqualTo("http://localhost:11434/v1");
    assertThat(openAiUrl("http://localhost:8000/v1")).isEqualTo("http://localhost:8000/v1");
    assertThat(openAiUrl("https://gw.example/openai")).isEqualTo("https://gw.example/openai");
    assertThat(
            LlmSettings.from(Map.of("AGENT_ANTHROPIC_BASE_URL", "https://gw.example/a/v1"))
                .anthropic()
                .baseUrl())
        .hasToString("https://gw.example/a");
  }

  private static String openAiUrl(String given) {
    return String.valueOf(
        LlmSettings.from(Map.of("AGENT_OPENAI_BASE_URL", given)).openAi().baseUrl());
  }

  @Test
  void settingsThatMakeNoSenseAreNamed() {
    var bad =
        Map.of(
            "AGENT_MODEL_TIMEOUT_SECONDS", List.of("0", "ten", "1.5", "999999"),
            "AGENT_MODEL_CONTEXT_TOKENS", List.of("0", "1999", "32k"),
            "AGENT_MODEL_OUTPUT_TOKENS", List.of("0", "99", "32k"),
            "AGENT_MODEL_PRICE", List.of("1,2,3", "1,2,3,x", "1,2,3,-4", ",,,"),
            "AGENT_OPENAI_BASE_URL",
                List.of("localhost:11434", "ftp://x", "http://u:p@x", "http:// x"));
    bad.forEach((name, values) ->
        values.forEach(value ->
            assertThatThrownBy(() -> LlmSettings.from(Map.of(name, value)))
                .as(name + "=" + value)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(name)));
    assertThat(LlmSettings.from(Map.of("AGENT_MODEL_TIMEOUT_SECONDS", "30")).openAi().timeout())
        .isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void aKeyThatNoHeaderTakesIsNamedButNotShown() {
    for (String key : List.of("sk-\u200b1", "sk-1\nx", "sk 1", "schl\u00fcssel-1")) {
      assertThatThrownBy(
              () -> LlmSettings.from(Map.of("AGENT_OPENAI_API_KEY", "", "OPENAI_API_KEY", key)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("OPENAI_API_KEY ")
          .hasMessageNotContainingAny(key, "sk", "1");
    }
    assertThatThrownBy(() -> LlmSettings.from(Map.of("AGENT_ANTHROPIC_API_KEY", "sk-\u200b1")))
        .hasMessageStartingWith("AGENT_ANTHROPIC_API_KEY ");
  }

  @Test
  void afterClosingThereAreNoMoreCalls() {
    Llms llms = llms("ANTHROPIC_API_KEY", "k");
    Llm llm = llms.defaultLlm();
    llms.close();

    assertThatThrownBy(() ->
            llm.complete(
                new Prompt("", List.of(ChatMessage.user("Hi")), List.of(), 10), TextListener.NONE))
        .isInstanceOf(LlmException.class)
        .hasMessageContaining("shutting down");
  }

  /** What {@link #choosingAModelLoadsNoHttpClient} runs in a JVM of its own. */
  static final class Choose {
    public static void main(String[] args) {
      System.out.println(llms("ANTHROPIC_API_KEY", "k", "OPENAI_API_KEY", "k").defaultLlm().name());
      System.out.println(llms("OPENAI_API_KEY", "k").defaultLlm().name());
    }
  }

  @Test
  void choosingAModelLoadsNoHttpClient() throws Exception {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load",
                "-cp",
                System.getProperty("java.class.path"),
                Choose.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(jvm.waitFor(120, TimeUnit.SECONDS)).isTrue();

    List<String> lines = output.lines().toList();
    assertThat(lines)
        .contains(
            "anthropic:" + Llms.DEFAULT_ANTHROPIC_MODEL, "openai:" + Llms.DEFAULT_OPENAI_MODEL)
        .anyMatch(line -> line.contains("io.agentservice.llm.models.Llms "));
    assertThat(lines).filteredOn(line -> line.matches(".* (okhttp3|kotlin)\\..*")).isEmpty();
  }

  @Test
  void theWindowIsTheSettingsOrThatOfTheName() {
    var table = llms("ANTHROPIC_API_KEY", "k", "OPENAI_API_KEY", "k");
    var set = llms("OPENAI_API_KEY", "k", "AGENT_MODEL_CONTEXT_TOKENS", "32768");

    assertThat(table.limits(table.named("claude-opus-4-1-20250805")))
        .isEqualTo(new ModelLimits(200_000, 32_000));
    assertThat(table.limits(table.named("openai:openai/gpt-4o-mini")).window()).isEqualTo(128_000);
    assertThat(table.limits(table.named("openai:mine"))).isEqualTo(ModelLimits.UNKNOWN);
    assertThat(set.limits(set.named("openai:gpt-4o"))).isEqualTo(new ModelLimits(32_768, 16_000));
  }
}
