package io.agentservice.server.engine.sessions.live;

import io.agentservice.server.base.ids.OrgId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The followers of the organizations that somebody watches on this node. */
final class Followers {
  private final Map<OrgId, Shared> open = new ConcurrentHashMap<>();
  private final Function<OrgId, Follower> opener;

  Followers(Function<OrgId, Follower> opener) {
    this.opener = opener;
  }

  private record Shared(Follower follower, int viewers) {
    Shared with(int more) {
      return new Shared(follower, viewers + more);
    }
  }

  /** A viewer's hold of a follower. */
  final class Hold implements AutoCloseable {
    private final OrgId org;
    private final Follower follower;

    private Hold(OrgId org, Follower follower) {
      this.org = org;
      this.follower = follower;
    }

    Follower follower() {
      return follower;
    }

    @Override
    public void close() {
      open.computeIfPresent(org, (_, shared) -> shared.viewers() > 1 ? shared.with(-1) : null);
    }
  }

  Hold hold(OrgId org) {
    var shared =
        open.compute(
            org,
            (_, present) -> present == null ? new Shared(opener.apply(org), 1) : present.with(1));
    return new Hold(org, shared.follower());
  }
}
