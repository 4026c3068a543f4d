package io.agentservice.redaction;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MaskingEncoderTest {
  private final LoggerContext context = new LoggerContext();

  @AfterEach
  void forget() {
    MaskingEncoder.mask(Redactor.NONE);
  }

  @Test
  void noLineOfTheLogShowsASecretNeitherInItsWordsNorInAFailure() {
    var encoder = new MaskingEncoder();
    encoder.setContext(context);
    encoder.setPattern("%msg%n%ex");
    encoder.start();
    MaskingEncoder.mask(Redactor.of(Map.of("KEY", "sw0rdfish")));
    var event =
        new LoggingEvent(
            "",
            context.getLogger("a"),
            Level.INFO,
            "said {}",
            new IllegalStateException("refused sw0rdfish"),
            new Object[] {"sw0rdfish"});

    assertThat(new String(encoder.encode(event), UTF_8))
        .contains("said [secret:KEY]", "refused [secret:KEY]")
        .doesNotContain("sw0rdfish");
  }

  @Test
  void idsOfSessionsHaveOneSpellingInTheLogHoweverTheyWereWritten() {
    var encoder = new MaskingEncoder();
    encoder.setContext(context);
    encoder.setPattern("%msg");
    encoder.start();
    String hex = "0123456789abcdef0123456789abcdef";
    String path =
        "path=/v1/session/devin-agent-%s/message session=devin-%s user=devin-x".formatted(hex, hex);
    var event = new LoggingEvent("", context.getLogger("a"), Level.INFO, path, null, new Object[0]);

    assertThat(new String(encoder.encode(event), UTF_8))
        .isEqualTo(
            "path=/v1/session/agent-%s/message session=agent-%s user=devin-x".formatted(hex, hex));
  }

  private MaskingEncoder json() {
    var encoder = new MaskingEncoder();
    encoder.setContext(context);
    encoder.setPattern("%msg");
    encoder.setFailure("%rEx{3}");
    encoder.setFormat("json");
    encoder.start();
    return encoder;
  }

  private JsonNode line(String message, Throwable failure, Object... values) {
    var event =
        new LoggingEvent("", context.getLogger("a.B"), Level.WARN, message, failure, values);
    var text = new String(json().encode(event), UTF_8);
    assertThat(text).endsWith("}\n").containsOnlyOnce("\n");
    return JsonMapper.shared().readTree(text);
  }

  @Test
  void asJsonALineHasTheValuesThatItNamesAsFields() {
    var line = line("claimed session={} after={} {} again={}", null, "agent-1", 7, "ms", true);

    assertThat(line.path("message").asString())
        .isEqualTo("claimed session=agent-1 after=7 ms again=true");
    assertThat(line.path("session").asString()).isEqualTo("agent-1");
    assertThat(line.path("after").intValue()).isEqualTo(7);
    assertThat(line.path("again").booleanValue()).isTrue();
    assertThat(line.path("level").asString()).isEqualTo("WARN");
    assertThat(line.path("logger").asString()).isEqualTo("a.B");
    assertThat(Instant.parse(line.path("time").asString())).isBeforeOrEqualTo(Instant.now());
    assertThat(line.has("failure")).isFalse();
    assertThat(line.size()).isEqualTo(7);
  }

  @Test
  void asJsonAFailureIsOneFieldAndNamesOfOursStay() {
    var line =
        line("broke level={} message={}", new IllegalStateException("by \"x\"\n"), "high", "m");

    assertThat(line.path("failure").asString())
        .startsWith("java.lang.IllegalStateException: by \"x\"")
        .contains("\tat ");
    assertThat(line.path("level").asString()).isEqualTo("WARN");
    assertThat(line.path("message").asString()).isEqualTo("broke level=high message=m");
  }

  @Test
  void asJsonSecretsAreMaskedAndIdsSpelledAsInText() {
    MaskingEncoder.mask(Redactor.of(Map.of("KEY", "sw\"0rd\\fish")));
    var line =
        line(
            "said={} session={}",
            new IllegalStateException("refused sw\"0rd\\fish"),
            "sw\"0rd\\fish",
            "devin-0123456789abcdef0123456789abcdef");

    assertThat(line.toString()).doesNotContain("0rd");
    assertThat(line.path("said").asString()).isEqualTo("[secret:KEY]");
    assertThat(line.path("failure").asString()).contains("refused [secret:KEY]");
    assertThat(line.path("session").asString()).isEqualTo("agent-0123456789abcdef0123456789abcdef");
  }
}
