package io.agentservice.server.engine.approvals;

import java.util.List;

/** What is asked about. {@code commands}: programs with arguments, risky beside the usual ones. */
public record ApprovalPolicy(ApprovalMode mode, List<String> commands) {
  public static final ApprovalPolicy NEVER = new ApprovalPolicy(ApprovalMode.NEVER, List.of());

  public ApprovalPolicy {
    commands = List.copyOf(commands);
  }
}
