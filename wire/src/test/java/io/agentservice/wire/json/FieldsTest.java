package io.agentservice.wire.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldsTest {

  private static Fields fields(String json) {
    return new Fields(JsonObject.parse(json));
  }

  @Test
  void everyKindOfFieldIsRead() {
    var fields =
        fields(
            """
            {"t": "x", "n": -9007199254740993, "i": 7, "f": true, "o": {"n": 1},
             "os": [{"n": 1}, {"n": 2}], "ts": ["a", "b"], "m": {"k": "v"}}
            """);
    assertThat(fields.text("t")).isEqualTo("x");
    assertThat(fields.number("n")).isEqualTo(-9007199254740993L);
    assertThat(fields.integer("i")).isEqualTo(7);
    assertThat(fields.flag("f")).isTrue();
    assertThat(fields.<Long>one("o", o -> o.number("n"))).isEqualTo(1);
    assertThat(fields.all("os", o -> o.number("n"))).containsExactly(1L, 2L);
    assertThat(fields.texts("ts")).containsExactly("a", "b");
    assertThat(fields.textsByName("m")).isEqualTo(Map.of("k", "v"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"x\": null}"})
  void absentAndNullAreTheSame(String json) {
    var fields = fields(json);
    assertThat(fields.textOrNull("x")).isNull();
    assertThat(fields.numberOrNull("x")).isNull();
    assertThat(fields.integerOrNull("x")).isNull();
    assertThat(fields.textsOrNull("x")).isNull();
    assertThat(fields.<String>oneOrNull("x", o -> o.text("y"))).isNull();
    assertThat(fields.number("x")).isZero();
    assertThat(fields.integer("x")).isZero();
    assertThat(fields.flag("x")).isFalse();
    assertThat(fields.textsByName("x")).isEmpty();
    assertThatThrownBy(() -> fields.text("x")).hasMessage("field x is missing");
    assertThatThrownBy(() -> fields.texts("x")).hasMessage("field x is missing");
    assertThatThrownBy(() -> fields.all("x", o -> o)).hasMessage("field x is missing");
    assertThatThrownBy(() -> fields.one("x", o -> o)).hasMessage("field x is missing");
  }

  @Test
  void aValueOfAnotherKindIsRefused() {
    for (var value : List.of("1", "1.5", "true", "\"1\"", "[]", "[1]", "{}", "{\"y\":1}")) {
      var fields = fields("{\"x\":" + value + "}");
      if (!value.equals("\"1\"")) {
        refused(() -> fields.text("x"));
      }
      if (!value.equals("1")) {
        refused(() -> fields.number("x"));
        refused(() -> fields.integer("x"));
      }
      if (!value.equals("true")) {
        refused(() -> fields.flag("x"));
      }
      if (!value.equals("[]")) {
        refused(() -> fields.texts("x"));
        refused(() -> fields.all("x", o -> o));
      }
      if (!value.equals("{}")) {
        refused(() -> fields.textsByName("x"));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"2147483648", "-2147483649", "99999999999999999999"})
  void whatDoesNotFitIntoThirtyTwoBitsIsRefused(String number) {
    var fields = fields("{\"x\":" + number + "}");
    refused(() -> fields.integer("x"));
  }

  private static void refused(Runnable reading) {
    assertThatThrownBy(reading::run)
        .isInstanceOf(JsonException.class)
        .hasMessage("field x is of another kind");
  }
}
