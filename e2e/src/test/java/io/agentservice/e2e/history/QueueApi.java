package io.agentservice.e2e.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The queue as clients see it; every method throws {@link LostAnswer}. */
interface QueueApi {

  /** Answers the new session's id. */
  String create();

  /** Ends the session; answers {@link Op#OK} or the code of the refusal. */
  String terminate(String session);

  Answer claim(String session, String acceptor);

  Answer release(String session, String acceptor);

  /** One page; {@code wait} in seconds needs a cursor. */
  Page list(@Nullable String cursor, int first, int wait);

  Changes watch(@Nullable String cursor);

  /** {@code result} is {@link Op#OK} or the code of the refusal. */
  record Answer(String result, @Nullable Seen entry) {}

  record Page(List<Seen> rows, String cursor, boolean more) {}

  record Change(Seen entry, String cursor) {}

  /** An open watch. */
  interface Changes extends AutoCloseable {
    /** The next change; null when the stream ended. */
    @Nullable Change next();

    @Override
    void close();
  }

  /** No answer came, or one that does not say what happened. */
  final class LostAnswer extends RuntimeException {
    private final int status;

    LostAnswer(String message, @Nullable Throwable cause) {
      this(message, cause, 0);
    }

    LostAnswer(String message, @Nullable Throwable cause, int status) {
      super(message, cause);
      this.status = status;
    }

    /** Of the answer that did not say it; 0 when none came. */
    int status() {
      return status;
    }
  }
}
