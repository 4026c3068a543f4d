package io.agentservice.wire.frames;

import org.jspecify.annotations.Nullable;

/**
 * A text frame that cannot be understood; one of an unknown type is ignored, the peer may be newer.
 */
public final class BadFrameException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final @Nullable String type;
  private final @Nullable String id;
  private final boolean unknownType;

  BadFrameException(
      String message, @Nullable String type, @Nullable String id, boolean unknownType) {
    super(message);
    this.type = type;
    this.id = id;
    this.unknownType = unknownType;
  }

  public @Nullable String type() {
    return type;
  }

  public @Nullable String id() {
    return id;
  }

  /** Whether the frame is well formed but of a type that this version does not know. */
  public boolean unknownType() {
    return unknownType;
  }
}
