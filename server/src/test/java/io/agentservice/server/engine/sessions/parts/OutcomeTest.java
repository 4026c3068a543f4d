package io.agentservice.server.engine.sessions.parts;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.lifecycle.states.Status.Detail;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutcomeTest {

  @ParameterizedTest
  @CsvSource({
    "NEW, , , none",
    "CLAIMED, , , none",
    "RUNNING, WORKING, , none",
    "RUNNING, FINISHED, , finished",
    "RUNNING, WAITING_FOR_USER, , asks",
    "RUNNING, WAITING_FOR_APPROVAL, , asks",
    "RESUMING, , WORKING, none",
    "RESUMING, , FINISHED, finished",
    "RESUMING, , WAITING_FOR_USER, asks",
    "SUSPENDED, INACTIVITY, FINISHED, finished",
    "SUSPENDED, INACTIVITY, WAITING_FOR_USER, asks",
    "SUSPENDED, USER_REQUEST, FINISHED, finished",
    "SUSPENDED, USER_REQUEST, WAITING_FOR_USER, asks",
    "SUSPENDED, USER_REQUEST, WORKING, stopped",
    "SUSPENDED, USAGE_LIMIT_EXCEEDED, WORKING, stopped",
    "SUSPENDED, TOTAL_SESSION_LIMIT_EXCEEDED, , stopped",
    "SUSPENDED, ERROR, WORKING, failed",
    "EXIT, FINISHED, WORKING, finished",
    "EXIT, , FINISHED, stopped",
    "ERROR, , WORKING, failed"
  })
  void whatATaskHasComeToIsSeenWhateverTheSessionDoesSince(
      Status status, @Nullable Detail detail, @Nullable Detail prior, String outcome) {
    assertThat(Outcome.of(status, detail, prior).word()).isEqualTo(outcome);
  }
}
