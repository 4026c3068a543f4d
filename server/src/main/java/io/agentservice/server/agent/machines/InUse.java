package io.agentservice.server.agent.machines;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.db.connections.Lane;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.Transitions;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hears that somebody uses the machine of a session: its idle time begins anew. */
public final class InUse implements Consumer<SessionId> {
  private static final Logger LOG = LoggerFactory.getLogger(InUse.class);

  /** So rarely it is written down. */
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final Cache<SessionId, Boolean> told =
      Caffeine.newBuilder().expireAfterWrite(PAUSE).build();

  private final Consumer<SessionId> next;

  InUse(Consumer<SessionId> next) {
    this.next = next;
  }

  static InUse of(Database database) {
    return new InUse(session -> {
      try {
        Lane.NODE.run(() -> database.useTransaction(tx -> Transitions.inUse(tx, session)));
      } catch (DatabaseUnavailableException e) { // nobody is put to sleep meanwhile, either
        LOG.debug("not told that a machine is used session={}", session, e);
      } catch (RuntimeException e) { // told anew within seconds
        LOG.warn("not told that a machine is used session={}", session, e);
      }
    });
  }

  /** Whoever uses it does not wait. */
  @Override
  public void accept(SessionId session) {
    if (told.asMap().putIfAbsent(session, true) == null) {
      Thread.ofVirtual().name("machine in use").start(() -> next.accept(session));
    }
  }
}
