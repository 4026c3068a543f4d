package io.agentservice.server.agent.driver;

import io.agentservice.server.agent.loop.session.StoreAwayException;
import io.agentservice.server.base.db.Outage;
import java.util.function.Supplier;

/** What a loop asks of the database: one that is away is no failure of the session. */
final class Reach {
  private Reach() {}

  /** Throws {@link StoreAwayException} when the database is away. */
  static <T> T of(Supplier<T> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      if (Outage.is(e)) {
        throw new StoreAwayException(e);
      }
      throw e;
    }
  }
}
