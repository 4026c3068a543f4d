package io.agentservice.server.agent.loop.pages;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A page that was not read; the message says why to a model. */
public final class PageException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  /** Where the network policy lets nobody go. */
  public record Refusal(String host, int port, String reason) {}

  private final transient @Nullable Refusal refusal;

  PageException(String message) {
    super(message);
    refusal = null;
  }

  PageException(Refusal refusal) {
    super(
        "The network policy refuses connections to %s:%d: %s"
            .formatted(refusal.host(), refusal.port(), refusal.reason()));
    this.refusal = refusal;
  }

  /** Null when the network policy had nothing to do with it. */
  public @Nullable Refusal refusal() {
    return refusal;
  }
}
