package io.agentservice.server.agent.timeline.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.timeline.steps.Step.Kind;
import io.agentservice.server.agent.timeline.steps.Step.Status;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** How people see that nothing happens. */
class StallStepTest {
  private static Step step(String data) {
    var event = new Event(Id.create(SessionId.class), 7, 1, "stall", data, Instant.EPOCH);
    return new Timeline().add(event).getFirst();
  }

  @Test
  void whyAndWhatComesNextIsAStateOfTheSessionAndNoProblem() {
    var step =
        step(
            """
            {"cause":"machine","since":"2026-11-27T10:28:02Z","next_at":"2026-11-27T10:32:02Z",
             "text":"`mvn verify` has run for 4 min 0 s without output.","next":"It is ended at 2026-11-27 10:32:02 UTC."}
            """);

    assertThat(step.id()).isEqualTo("e7");
    assertThat(step.kind()).isEqualTo(Kind.STATE);
    assertThat(step.status()).isEqualTo(Status.OK);
    assertThat(step.title())
        .isEqualTo(
            "`mvn verify` has run for 4 min 0 s without output. It is ended at 2026-11-27 10:32:02 UTC.");
  }

  @Test
  void oneOfANewerServerThatSaysLessIsShownAsFarAsItGoes() {
    assertThat(step("{\"cause\":\"weather\",\"text\":\"It rains.\"}").title())
        .isEqualTo("It rains.");
  }
}
