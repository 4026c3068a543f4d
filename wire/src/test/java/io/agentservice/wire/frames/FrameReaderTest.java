package io.agentservice.wire.frames;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.avaje.json.JsonDataException;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameReaderTest {
  private static FrameReader reader(String json) {
    return new FrameReader(json);
  }

  @Test
  void everyKindOfValueIsRead() {
    assertThat(reader(" 7").readInt()).isEqualTo(7);
    assertThat(reader("-9007199254740993").readLong()).isEqualTo(-9007199254740993L);
    assertThat(reader("\t-2.5e3").readDouble()).isEqualTo(-2500);
    assertThat(reader("0.10").readDecimal()).isEqualTo(new BigDecimal("0.10"));
    assertThat(reader("123456789012345678901234567890").readBigInteger())
        .isEqualTo(new BigInteger("123456789012345678901234567890"));
    assertThat(reader("true").readBoolean()).isTrue();
    assertThat(reader("false").readBoolean()).isFalse();
    assertThat(reader("\"x\\u00e4\\n\"").readString()).isEqualTo("xä\n");
    assertThat(reader("\"AP8=\"").readBinary()).containsExactly(0, -1);
  }

  @Test
  void nullIsNothing() {
    assertThat(reader("null").readInt()).isZero();
    assertThat(reader("null").readLong()).isZero();
    assertThat(reader("null").readDouble()).isZero();
    assertThat(reader("null").readBoolean()).isFalse();
    assertThat(reader("null").readString()).isNull();
    assertThat(reader(" null").isNullValue()).isTrue();
    assertThat(reader("nil").isNullValue()).isFalse();
  }

  @Test
  void everyNumberIsReadAfterSpaceAndWithEverySign() {
    assertThat(reader(" \t12").readDecimal()).isEqualTo(new BigDecimal("12"));
    assertThat(reader("\r\n-12").readBigInteger()).isEqualTo(BigInteger.valueOf(-12));
    assertThat(reader("1E+3").readDouble()).isEqualTo(1000);
  }

  @Test
  void rawValueIsGivenAsItStands() {
    var reader = reader("{\"a\": {\"b\" : [1, {}, \"]\"]} ,\"c\":2}");
    reader.beginObject();
    assertThat(reader.hasNextField()).isTrue();
    assertThat(reader.nextField()).isEqualTo("a");
    assertThat(reader.readRaw()).isEqualTo("{\"b\" : [1, {}, \"]\"]}");
    assertThat(reader.hasNextField()).isTrue();
    assertThat(reader.nextField()).isEqualTo("c");
    assertThat(reader.readInt()).isEqualTo(2);
    assertThat(reader.hasNextField()).isFalse();
    reader.endObject();
    assertThatCode(reader::requireEnd).doesNotThrowAnyException();
  }

  @Test
  void textThatEndsTooSoonIsRefusedWhereverItEnds() {
    var whole = "{\"a\":[1,\"x\\u00e4\\n\",true,null,-2.5e3,{}],\"b\":false}";
    assertThatCode(() -> reader(whole).skipValue()).doesNotThrowAnyException();
    for (int end = 0; end < whole.length(); end++) {
      var cut = whole.substring(0, end);
      assertThatThrownBy(() -> reader(cut).skipValue())
          .as(cut)
          .isInstanceOf(JsonDataException.class)
          .hasMessageContaining("at character ");
    }
  }

  @Test
  void nestingHasItsBound() {
    assertThatCode(() -> new FrameReader("[[[]]]", 3).skipValue()).doesNotThrowAnyException();
    assertThatThrownBy(() -> new FrameReader("[[[[]]]]", 3).skipValue())
        .isInstanceOf(JsonDataException.class)
        .hasMessage("too deep at character 4");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2147483648",
        "-2147483649",
        "1.5",
        "1e3",
        "--1",
        "\"1\"",
        "tru",
        "99999999999999999999"
      })
  void whatIsNoWholeNumberIsRefused(String json) {
    assertThatThrownBy(() -> reader(json).readInt()).isInstanceOf(JsonDataException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"yes", "0", "\"true\"", ""})
  void whatIsNoBooleanIsRefused(String json) {
    assertThatThrownBy(() -> reader(json).readBoolean()).isInstanceOf(JsonDataException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\"\\u00g0\"", "\"\\u 0f0\"", "\"\\u00\"", "\"\\'\"", "\"\u001f\"", "'x'"})
  void whatIsNoStringIsRefused(String json) {
    assertThatThrownBy(() -> reader(json).readString()).isInstanceOf(JsonDataException.class);
  }

  @Test
  void whatIsNoBase64IsRefused() {
    assertThatThrownBy(() -> reader("\"%\"").readBinary()).isInstanceOf(JsonDataException.class);
  }
}
