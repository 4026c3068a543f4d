package io.agentservice.server.ids;

import org.jspecify.annotations.Nullable;

/** A service user. */
public record ServiceUserId(String value) implements Id {
  private static final String PREFIX = "service-user-";

  public static ServiceUserId create() {
    return new ServiceUserId(PREFIX + Uuid7.next());
  }

  /** Null when the text is not such an id. */
  public static @Nullable ServiceUserId parse(String text) {
    return Id.parse(PREFIX, text, ServiceUserId::new);
  }

  @Override
  public String toString() {
    return value;
  }
}
