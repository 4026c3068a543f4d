package io.agentservice.server.engine.sessions.insights;

import io.agentservice.server.engine.sessions.parts.Analysis;
import io.agentservice.server.engine.sessions.parts.Session;
import java.math.BigDecimal;

/** Makes analyses of sessions; what it asks for that is not known to this wing. */
@FunctionalInterface
public interface Analyst {

  /** Without secrets; minutes. Throws {@link FailedException} for a passing failure. */
  Analysis analyze(Session session, Account account);

  /** Whom the calls of models are charged to. */
  interface Account {
    /** Whether one that costs so much at most, in US dollars, keeps within the session's limit. */
    boolean affords(BigDecimal dollars);

    void book(BigDecimal dollars);
  }

  /** There is no analysis; the message says why, in one line for the log. */
  final class FailedException extends RuntimeException {
    public FailedException(String message) {
      super(message);
    }
  }
}
