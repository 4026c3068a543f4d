package io.agentservice.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The settings of the servers of {@code agent up}, {@code run} and {@code demo}. */
class OneMachineTest {
  @Test
  void whoAsksGivesWayToOthersSoonAndAStopIsQuick() {
    assertThat(Service.ofOneMachine(Map.of()))
        .containsEntry("AGENT_IDLE_SECONDS_WHEN_OTHERS_WAIT", "20")
        .containsEntry("AGENT_DRAIN_SECONDS", "0");
  }

  @Test
  void whatWasSetCounts() {
    var set = Map.of("AGENT_IDLE_SECONDS_WHEN_OTHERS_WAIT", "600", "AGENT_DRAIN_SECONDS", "3");
    assertThat(Service.ofOneMachine(set)).isEqualTo(set);
  }
}
