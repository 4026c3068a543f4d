package io.agentservice.redaction;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

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
}
