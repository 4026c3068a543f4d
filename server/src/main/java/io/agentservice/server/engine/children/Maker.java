package io.agentservice.server.engine.children;

/** Who made a session, and may still use sessions where it is. */
public record Maker(Kind kind, String name) {
  /** What made it. */
  public enum Kind {
    HUMAN,
    SERVICE_USER,
    /** One that belongs to nobody. */
    KEY
  }
}
