package io.agentservice.server.agent.timeline;

import io.agentservice.server.engine.messages.Queued;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The messages that the agent has not read yet, as a stream tells of them. */
record QueueJson(List<One> items, boolean more) {
  static final int MOST = 50;
  private static final int BYTES = 4 << 10;

  record One(
      String eventId,
      String message,
      long messageCut,
      long createdAt,
      @Nullable String userId,
      @Nullable String username,
      boolean isPrompt,
      int attachments) {
    private static One of(Queued queued) {
      String begin = Utf8.head(queued.beginning(), BYTES);
      return new One(
          queued.eventId(),
          begin,
          queued.characters() - begin.codePointCount(0, begin.length()),
          queued.createdAt().getEpochSecond(),
          queued.userId(),
          queued.username(),
          queued.prompt(),
          queued.attachments());
    }
  }

  /** Of one more than are shown, if there are. */
  static QueueJson of(List<Queued> queued) {
    return new QueueJson(queued.stream().limit(MOST).map(One::of).toList(), queued.size() > MOST);
  }
}
