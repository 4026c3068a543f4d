package io.agentservice.server.web.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimelineTest {

  private static String shown(LoopEvent event) {
    var session = Id.create(SessionId.class);
    var line =
        new Event(session, 1, 1, LoopEvents.type(event), LoopEvents.data(event), Instant.EPOCH);
    return new Timeline(session).add(line).getFirst().html().toString();
  }

  @Test
  void eachFurtherTryOfTheModelIsShownWithReasonAndTime() {
    assertThat(shown(new LoopEvent.ModelAway("openai:x: HTTP 503: <busy>", 3, null, 8000, 9000L)))
        .contains(
            "Model away: openai:x: HTTP 503: &lt;busy&gt;; try 3 in 8.0 s, giving up in 9.0 s");
    assertThat(shown(new LoopEvent.ModelAway("nonsense", 2, 4, 500, null)))
        .contains("Model away: nonsense; try 2 of 4 in 0.5 s");
  }
}
