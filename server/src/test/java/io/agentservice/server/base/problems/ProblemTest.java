package io.agentservice.server.base.problems;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What people read of a refusal that no caller got. */
class ProblemTest {
  @Test
  void itsDetailIsASentence() {
    assertThat(Problem.conflict("session_ended", "The session has ended", "x").sentence())
        .isEqualTo("The session has ended");
  }

  @Test
  void whatIsWrongIsToldWithItsPlace() {
    var tags = new Failure(List.of("body", "tags", 1), "Not allowed here", "not_allowed");
    var whole = new Failure(List.of("body"), "Too much in sum", "too_large");
    assertThat(Problem.invalid(List.of(tags, whole)).sentence())
        .isEqualTo("tags.1: Not allowed here; Too much in sum");
  }
}
