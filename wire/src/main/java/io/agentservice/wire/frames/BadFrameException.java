package io.agentservice.wire.frames;

import org.jspecify.annotations.Nullable;

/**
 * A text frame that cannot be understood. The receiver ignores an unknown type (the peer may be
 * newer) and answers a malformed request that has an id with {@code failed}.
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

  /** The frame's type; null when it has none or is no JSON. */
  public @Nullable String type() {
    return type;
  }

  /** The frame's id; null when it has none. */
  public @Nullable String id() {
    return id;
  }

  /** True when the frame is well formed but of a type that this version does not know. */
  public boolean unknownType() {
    return unknownType;
  }
}
