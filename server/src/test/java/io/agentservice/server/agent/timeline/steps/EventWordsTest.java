package io.agentservice.server.agent.timeline.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.log.LoopEvent;
import org.junit.jupiter.api.Test;

class EventWordsTest {
  @Test
  void anotherModelIsNamedWithTheReasonIfOneFailed() {
    assertThat(EventWords.of(new LoopEvent.ModelChanged("openai:m", "model_auth", "no key")))
        .isEqualTo("Asks openai:m from here on: no key");
    assertThat(EventWords.of(new LoopEvent.ModelChanged("openai:m", null, null)))
        .isEqualTo("Asks openai:m from here on");
  }
}
