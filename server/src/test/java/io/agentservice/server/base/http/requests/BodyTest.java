package io.agentservice.server.base.http.requests;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.answers.Times;
import io.agentservice.server.base.problems.ProblemException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class BodyTest {
  private static Body body(String value) {
    return new Body((ObjectNode) Json.MAPPER.readTree("{\"n\":" + value + "}"), true);
  }

  /** JSON Schema calls each of them the integer 10, and clients of some languages write it so. */
  @ParameterizedTest
  @ValueSource(strings = {"10", "10.0", "1e1", "1.0E1", "100e-1"})
  void anIntegerMayBeWrittenWithAFractionOfZero(String number) {
    var body = body(number);

    assertThat(body.optionalInt("n", 1, 10)).isEqualTo(10);
    assertThat(body.optionalTime("n")).isEqualTo(Instant.ofEpochSecond(10));
    body.check();
  }

  @ParameterizedTest
  @CsvSource({
    "1.5, type",
    "'\"5\"', type",
    "true, type",
    "1e400, type",
    "0, too_small",
    "-1.0, too_small",
    "-9223372036854775809, too_small",
    "-1e300, too_small",
    "11, too_large",
    "4294967297, too_large",
    "9223372036854775808, too_large",
    "1e300, too_large"
  })
  void whatIsNoIntegerInBoundsIsRefused(String number, String type) {
    var body = body(number);
    body.optionalInt("n", 1, 10);

    assertThatThrownBy(body::check)
        .isInstanceOfSatisfying(
            ProblemException.class,
            refused -> assertThat(refused.problem().toString()).contains(type));
  }

  @ParameterizedTest
  @CsvSource({"-1, too_small", "-9223372036854775808, too_small", "9224318016000, too_large"})
  void aTimeThatTheDatabaseCannotKeepIsRefused(String second, String type) {
    var body = body(second);
    body.optionalTime("n");

    assertThatThrownBy(body::check)
        .isInstanceOfSatisfying(
            ProblemException.class,
            refused -> assertThat(refused.problem().toString()).contains(type));
  }

  @Test
  void aNullBesideTheOtherNameIsOneFailure() {
    String sent = json("trigger", null, "trigger_description", "t");
    var body = new Body((ObjectNode) Json.MAPPER.readTree(sent), false);
    body.alias("trigger", "trigger_description");
    body.text("trigger", 0, 10);

    assertThatThrownBy(body::check)
        .isInstanceOfSatisfying(
            ProblemException.class, refused -> assertThat(refused.problem().failures()).hasSize(1));
  }

  @Test
  void theLastSecondOfTheDatabaseIsATime() {
    var body = body("" + Times.LAST_SECOND);

    assertThat(body.optionalTime("n")).isEqualTo(Instant.ofEpochSecond(Times.LAST_SECOND));
    body.check();
  }
}
