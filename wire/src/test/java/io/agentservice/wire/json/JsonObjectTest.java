package io.agentservice.wire.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonObjectTest {

  @Test
  void objectIsWrittenAsItWasRead() {
    var text = "{\"a\":1766000000,\"b\":null,\"c\":[1,{\"x\":true}],\"d\":{},\"e\":\"ü\"}";
    assertThat(JsonObject.parse(text).toJson()).isEqualTo(text);
  }

  @Test
  void fieldsOfAnotherKindReadAsAbsent() {
    var object = JsonObject.parse("{\"a\":{\"n\":2},\"b\":\"x\",\"c\":[{\"y\":1},3]}");
    assertThat(object.object("a").number("n", 0)).isEqualTo(2);
    assertThat(object.object("b").text("n")).isNull();
    assertThat(object.text("a")).isNull();
    assertThat(object.objects("c")).hasSize(1);
    assertThat(object.list("b")).isEmpty();
  }

  @Test
  void textsOfAnyLengthAreRead() {
    var output = "x\u0001\n\"\\ü😀".repeat(1_500_000);
    var text = new JsonObject(Map.of("output", output)).toJson();
    assertThat(text.length()).isGreaterThan(10 << 20);
    assertThat(JsonObject.parse(text).text("output")).isEqualTo(output);
  }

  @Test
  void textThatEndsTooSoonIsRefusedWhereverItEnds() {
    var whole = "{\"a\":[1,\"x\\u00e4\\n\",true,null,-2.5e3,{}],\"b\":false}";
    assertThat(JsonObject.parse(whole).list("a")).hasSize(6);
    for (int end = 0; end < whole.length(); end++) {
      var cut = whole.substring(0, end);
      assertThatThrownBy(() -> JsonObject.parse(cut)).as(cut).isInstanceOf(JsonException.class);
    }
  }

  @Test
  void whatIsRefusedQuotesNothing() {
    for (var text : List.of("{\"a\":hush}", "hush", "{\"hush\"}", "{\"a\":\"\\hush\"}")) {
      assertThatThrownBy(() -> JsonObject.parse(text))
          .isInstanceOf(JsonException.class)
          .hasNoCause()
          .hasMessageNotContaining("hush");
    }
  }

  /** The remote's threads have stacks of half a megabyte. */
  @Test
  void theDeepestNestingFitsOnASmallStack() throws Exception {
    var deep = "{\"a\":".repeat(999) + "{}" + "}".repeat(999);
    var written = new ArrayList<String>();
    var small =
        new Thread(null, () -> written.add(JsonObject.parse(deep).toJson()), "small", 512 << 10);
    small.start();
    small.join();
    assertThat(written.equals(List.of(deep))).isTrue();
    assertThatThrownBy(() -> JsonObject.parse("{\"a\":" + deep + "}"))
        .isInstanceOf(JsonException.class);
  }

  @Test
  void numbersKeepTheirKind() {
    var object = JsonObject.parse("{\"whole\":9007199254740993,\"part\":-1.5e3,\"no\":0.25}");
    assertThat(object.fields())
        .containsEntry("whole", 9007199254740993L)
        .containsEntry("part", -1500L)
        .containsEntry("no", 0.25);
  }

  @Test
  void smallNumbersAreWrittenWithoutAPowerOfTen() {
    var object = JsonObject.parse("{\"acus\":0.000417,\"whole\":2}");
    assertThat(object.toJson()).isEqualTo("{\"acus\":0.000417,\"whole\":2}");
    assertThat(object.text("acus")).isEqualTo("0.000417");
    assertThat(object.decimal("acus")).isEqualByComparingTo("0.000417");
    assertThat(object.decimal("whole")).isEqualByComparingTo("2");
    assertThat(object.decimal("none")).isZero();
  }

  @Test
  void whatIsNoObjectIsRefused() {
    var deep = "{\"a\":".repeat(100_000);
    for (var text : List.of("", "[]", "{", "{}x", "{\"a\":1-}", "{\"a\":\"\\uZZZZ\"}", "x", deep)) {
      assertThatThrownBy(() -> JsonObject.parse(text)).isInstanceOf(JsonException.class);
    }
  }

  @Test
  void nullsAreLeftOutOfABody() {
    assertThat(
            JsonObject.of("name", "x", "platform", null, "inner", JsonObject.of("k", 1)).toJson())
        .isEqualTo("{\"name\":\"x\",\"inner\":{\"k\":1}}");
  }
}
