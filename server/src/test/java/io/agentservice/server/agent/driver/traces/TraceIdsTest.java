package io.agentservice.server.agent.driver.traces;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.sessions.parts.TraceParent;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TraceIdsTest {
  private static final SessionId SESSION = Id.create(SessionId.class);

  @Test
  void theTraceIsNamedByTheDigitsOfItsSession() {
    var ids = TraceIds.of(SESSION, null, 1);

    assertThat(ids.traceId()).isEqualTo(SESSION.hex()).matches("[0-9a-f]{32}");
    assertThat(ids.parentId()).isNull();
  }

  @Test
  void aSpanHasTheSameIdOnEachServerAndNoOtherSessionsOne() {
    var ids = TraceIds.of(SESSION, null, 1);
    var caller = new TraceParent("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7", true);

    assertThat(ids.span("stretch 1"))
        .matches("[0-9a-f]{16}")
        .isEqualTo(TraceIds.of(SESSION, caller, 0).span("stretch 1"))
        .isNotEqualTo(ids.span("stretch 2"))
        .isNotEqualTo(TraceIds.of(Id.create(SessionId.class), null, 1).span("stretch 1"));
  }

  @Test
  void aShareOfTheSessionsIsSampled() {
    assertThat(sampled(1)).isEqualTo(1_000);
    assertThat(sampled(0)).isZero();
    assertThat(sampled(0.5)).isBetween(400L, 600L);
    assertThat(sampled(0.1)).isBetween(40L, 180L);
  }

  private static long sampled(double share) {
    return IntStream.range(0, 1_000)
        .filter(_ -> TraceIds.of(Id.create(SessionId.class), null, share).sampled())
        .count();
  }
}
