package io.agentservice.server.ids;

import org.jspecify.annotations.Nullable;

/** An audit record. */
public record AuditId(String value) implements Id {
  private static final String PREFIX = "audit_log-";

  public static AuditId create() {
    return new AuditId(PREFIX + Uuid7.next());
  }

  /** Null when the text is not such an id. */
  public static @Nullable AuditId parse(String text) {
    return Id.parse(PREFIX, text, AuditId::new);
  }

  @Override
  public String toString() {
    return value;
  }
}
