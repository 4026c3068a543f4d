package io.agentservice.server.engine.sessions.parts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceParentTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String SPAN = "00f067aa0ba902b7";

  @Test
  void aHeaderIsReadAndWrittenAgain() {
    String text = "00-%s-%s-01".formatted(TRACE, SPAN);

    var parent = TraceParent.parse(text);

    assertThat(parent).isEqualTo(new TraceParent(TRACE, SPAN, true));
    assertThat(parent.text()).isEqualTo(text);
  }

  @Test
  void onlyTheLastBitOfTheFlagsSaysWhetherItIsSampled() {
    assertThat(TraceParent.parse("00-%s-%s-02".formatted(TRACE, SPAN)).sampled()).isFalse();
    assertThat(TraceParent.parse("00-%s-%s-03".formatted(TRACE, SPAN)).sampled()).isTrue();
  }

  @Test
  void aLaterVersionMaySayMore() {
    assertThat(TraceParent.parse("01-%s-%s-01-more".formatted(TRACE, SPAN)))
        .isEqualTo(new TraceParent(TRACE, SPAN, true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hello",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
        "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
      })
  void whatIsNotInOrderIsNone(String text) {
    assertThat(TraceParent.parse(text)).isNull();
  }

  @Test
  void withoutAHeaderThereIsNone() {
    assertThat(TraceParent.parse(null)).isNull();
  }
}
