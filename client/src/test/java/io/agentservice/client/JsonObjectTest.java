package io.agentservice.client;

import static org.assertj.core.api.Assertions.assertThat;

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
  void nullsAreLeftOutOfABody() {
    assertThat(
            JsonObject.of("name", "x", "platform", null, "inner", JsonObject.of("k", 1)).toJson())
        .isEqualTo("{\"name\":\"x\",\"inner\":{\"k\":1}}");
  }
}
