package io.agentservice.server.agent.timeline;

import io.agentservice.server.base.ids.SessionId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The feeds of the sessions that somebody watches on this node. */
final class Feeds {
  private final Map<SessionId, Shared> open = new ConcurrentHashMap<>();
  private final Function<SessionId, Feed> opener;

  Feeds(Function<SessionId, Feed> opener) {
    this.opener = opener;
  }

  private record Shared(Feed feed, int viewers) {}

  /** A viewer's hold of a feed. */
  final class Hold implements AutoCloseable {
    private final SessionId session;
    private final Feed feed;

    private Hold(SessionId session, Feed feed) {
      this.session = session;
      this.feed = feed;
    }

    Feed feed() {
      return feed;
    }

    @Override
    public void close() {
      open.computeIfPresent(
          session,
          (_, shared) -> {
            if (shared.viewers() > 1) {
              return new Shared(shared.feed(), shared.viewers() - 1);
            }
            shared.feed().close();
            return null;
          });
    }
  }

  Hold hold(SessionId session) {
    var shared =
        open.compute(
            session,
            (_, present) ->
                present == null
                    ? new Shared(opener.apply(session), 1)
                    : new Shared(present.feed(), present.viewers() + 1));
    return new Hold(session, shared.feed());
  }
}
