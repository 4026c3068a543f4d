package io.agentservice.server.agent.loop.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ApprovalsTest {
  private static final LoopEvent.ApprovalRequested ASKED =
      new LoopEvent.ApprovalRequested(
          "event-1",
          "call-1",
          "bash",
          JsonMapper.shared().createObjectNode(),
          List.of("git push", "npm publish"),
          null);

  private static Approvals answered(ApprovalAnswer answer) {
    var approvals = new Approvals();
    approvals.add(ASKED);
    approvals.add(new LoopEvent.ApprovalAnswered("event-1", answer, null, "ann"));
    return approvals;
  }

  @Test
  void whatIsApprovedForTheSessionIsApprovedInThisSessionOnly() {
    var approvals = answered(ApprovalAnswer.APPROVED_FOR_SESSION);
    assertThat(approvals.cover(List.of("git push"))).isTrue();
    assertThat(approvals.cover(List.of("git push", "gh pr create"))).isFalse();
    assertThat(new Approvals().cover(List.of("git push"))).isFalse();
  }

  @Test
  void oneApprovalCoversNothingElse() {
    assertThat(answered(ApprovalAnswer.APPROVED).cover(List.of("git push"))).isFalse();
    assertThat(answered(ApprovalAnswer.REFUSED).cover(List.of("git push"))).isFalse();
  }
}
