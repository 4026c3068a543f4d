package io.agentservice.server.base.background;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.connections.Lane;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which node holds the lease for work that one node is enough for. It saves work and guards
 * nothing: for a moment two may hold it.
 */
public final class Leadership {
  private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);
  private static final Duration PACE = Duration.ofSeconds(5);

  /** Two renewals may fail. */
  private static final Duration LEASE = Duration.ofSeconds(15);

  private final Database database;
  private final Duration pace;
  private final String node = name();
  private volatile boolean leads;
  private volatile long renewed;

  public Leadership(Database database) {
    this(database, PACE);
  }

  /** {@code pace}: time between two renewals. */
  Leadership(Database database, Duration pace) {
    this.database = database;
    this.pace = pace;
  }

  private static String name() {
    var random = new byte[8];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  /** Whether this node leads, as far as it knows. Does not wait. */
  public boolean isHeld() {
    return leads && System.nanoTime() - renewed < LEASE.toNanos();
  }

  /** Renews or takes the lease; rings {@code waiting} when this node begins to lead. */
  Chore chore(List<Doorbell> waiting) {
    return Chore.everywhere(
        "leadership",
        pace,
        () -> {
          if (begins()) {
            LOG.info("this node leads now node={}", node);
            waiting.forEach(Doorbell::ring);
          }
        });
  }

  private boolean begins() {
    long now = System.nanoTime();
    var answer =
        Lane.NODE.call(() ->
            database.with(
                LeadershipSql.class,
                sql ->
                    sql.renew(node, LEASE.toSeconds()) > 0
                        ? Lease.KEPT
                        : sql.take(node, LEASE.toSeconds()) > 0 ? Lease.TAKEN : Lease.OTHERS));
    renewed = now;
    leads = answer != Lease.OTHERS;
    return answer == Lease.TAKEN;
  }

  private enum Lease {
    KEPT,
    TAKEN,
    OTHERS
  }

  /** Lets another node lead at once; without a database it will when the lease is over. */
  public void release() {
    leads = false;
    try {
      Lane.NODE.run(() -> database.with(LeadershipSql.class, sql -> sql.release(node)));
    } catch (RuntimeException e) {
      LOG.debug("the lease runs out by itself", e);
    }
  }
}
