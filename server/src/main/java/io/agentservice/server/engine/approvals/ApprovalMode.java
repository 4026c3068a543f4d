package io.agentservice.server.engine.approvals;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Which calls of an agent are asked about, from the laxest. */
public enum ApprovalMode {
  NEVER,
  /** What leaves the machine for good, and what the organization adds to that. */
  RISKY,
  /** All that does something. */
  ALWAYS;

  public static final List<String> WORDS = Arrays.stream(values()).map(ApprovalMode::word).toList();

  public static ApprovalMode of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
