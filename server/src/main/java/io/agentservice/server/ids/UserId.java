package io.agentservice.server.ids;

/** A human; ids taken over from an identity provider may look otherwise, so they are not parsed. */
public record UserId(String value) implements Id {
  private static final String PREFIX = "user-";

  public static UserId create() {
    return new UserId(PREFIX + Uuid7.next());
  }

  @Override
  public String toString() {
    return value;
  }
}
