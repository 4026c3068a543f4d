package io.agentservice.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlainTextTest {

  @Test
  void nothingThatATerminalObeysIsLeft() {
    assertThat(PlainText.of("\u001b]0;owned\u0007title")).isEqualTo("]0;ownedtitle");
    assertThat(PlainText.of("\u001b]52;c;cm0gLXJm\u001b\\clip")).isEqualTo("]52;c;cm0gLXJm\\clip");
    assertThat(PlainText.of("a\u001b[8mhidden\u001b[0m b")).isEqualTo("ahidden b");
    assertThat(PlainText.of("\u001b[2J\u001b[1;1Htop")).isEqualTo("top");
    assertThat(PlainText.of("\u009b31mred\u009d0;x\u009c")).isEqualTo("red0;x");
    assertThat(PlainText.of("\u001b\u001b[0m[31mnested")).isEqualTo("[31mnested");
    assertThat(PlainText.of("a\bb\u0000c\u007fd\u0085e")).isEqualTo("abcde");
  }

  @Test
  void theOrderOfLettersIsAsTheyWereWritten() {
    assertThat(PlainText.of("\u202Egpj.exe\u202C \u2066x\u2069 \u200E\u200F\u061C"))
        .isEqualTo("gpj.exe x ");
    assertThat(PlainText.of("a\uDB40\uDC41b\uFEFF\u00ADc"))
        .isEqualTo("abc"); // tags: not to be seen
  }

  @Test
  void ordinaryTextStaysAsItIs() {
    var text = "tab\tnewline\n\u00fc \u6f22 \ud83d\udc69\u200d\ud83d\udcbb \u0646\u200c\u0645";
    assertThat(PlainText.of(text)).isEqualTo(text);
    assertThat(PlainText.of("10 %\r20 %\r\nend\u2028")).isEqualTo("10 %\n20 %\nend\n");
    assertThat(PlainText.line("a title\n\tof three\rlines\n")).isEqualTo("a title  of three lines");
    assertThat(PlainText.of("half \ud83d")).isEqualTo("half ");
  }

  @Test
  void everyTextOfAnObjectIsPlain() {
    var object =
        JsonObject.of(
            "t\u0007",
            "\u001b[1mx",
            "n",
            3,
            "l",
            List.of("\u0007a", 1, JsonObject.of("k", "\bz").fields()));
    assertThat(PlainText.of(object).toJson())
        .isEqualTo("{\"t\":\"x\",\"n\":3,\"l\":[\"a\",1,{\"k\":\"z\"}]}");
  }

  @Test
  void jsonMeansTheSameAndHasEscapesOnly() {
    var object = JsonObject.of("a", "\u001b[0m\u009b\u202E\u007f\uDB40\uDC41 \u00fc");
    var json = PlainText.json(object.toJson());
    assertThat(json).isEqualTo("{\"a\":\"\\u001B[0m\\u009b\\u202e\\u007f\\udb40\\udc41 \u00fc\"}");
    assertThat(JsonObject.parse(json)).isEqualTo(object);
  }
}
