package io.agentservice.postgres;

import io.agentservice.postgres.machine.Claim;
import io.agentservice.postgres.machine.Command;
import io.agentservice.postgres.machine.Deadline;
import io.agentservice.postgres.machine.OwnerOnly;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A PostgreSQL server under the data directory; restarted at its address when it dies. */
public final class EmbeddedPostgres implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** How soon a dead server is noticed. */
  private static final Duration LOOK = Duration.ofMillis(250);

  private final Claim claim;
  private final Binaries binaries;
  private final RunAs runAs;
  private final String jdbcUrl;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread supervisor;
  private volatile Postmaster postmaster;

  private EmbeddedPostgres(
      Claim claim, Binaries binaries, RunAs runAs, Postmaster postmaster, String jdbcUrl) {
    this.claim = claim;
    this.binaries = binaries;
    this.runAs = runAs;
    this.postmaster = postmaster;
    this.jdbcUrl = jdbcUrl;
    this.supervisor = Thread.ofVirtual().name("postgres-supervisor").start(this::supervise);
  }

  /** Made late: the log is set up while the server starts. */
  private static Logger log() {
    return LoggerFactory.getLogger(EmbeddedPostgres.class);
  }

  private void supervise() {
    try {
      while (!closing.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
        if (!postmaster.process().isAlive()) {
          log().warn("PostgreSQL (pid {}) has died; starting it again", pid());
          restart();
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void restart() throws InterruptedException {
    try {
      postmaster = postmaster.again(binaries, runAs, Deadline.in(PATIENCE));
      log().info("PostgreSQL runs again (pid {})", pid());
    } catch (IOException e) {
      log().error("PostgreSQL can't be started again, will try once more: {}", Reasons.of(e));
    } catch (EmbeddedPostgresException e) {
      log().error("PostgreSQL can't be started again, will try once more: {}", e.getMessage());
    }
  }

  /**
   * Starts the server in {@code directory}, made on first use, or adopts one that survived its
   * owner. Blocks at most 30 seconds after unpacking; throws with one line that says what to do.
   */
  public static EmbeddedPostgres open(Path directory) throws EmbeddedPostgresException {
    return open(directory, Prepared.NOTHING, RunAs::choose, PATIENCE);
  }

  /**
   * As {@link #open(Path)}.
   *
   * @param prepared the directory of a closed server, whose data are the first; null for none
   * @param patience at least half a minute, for recovery
   */
  public static EmbeddedPostgres open(Path directory, @Nullable Path prepared, Duration patience) {
    return open(
        directory,
        new Prepared(prepared),
        RunAs::choose,
        patience.compareTo(PATIENCE) > 0 ? patience : PATIENCE);
  }

  /**
   * Where the server of that directory can be reached, whoever has it open; empty when none runs. A
   * secret.
   */
  public static Optional<String> running(Path directory) throws IOException {
    var cluster = new Cluster(directory.toRealPath());
    var file = PostmasterFile.read(cluster.data());
    return file.flatMap(it -> it.process(cluster.data())).isPresent()
        ? Optional.of(cluster.jdbcUrl(file.get().port(), Cluster.DATABASE))
        : Optional.empty();
  }

  /** The bundled programs in a word; throws if there are none for this machine. */
  public static String programs() {
    return Binaries.bundled();
  }

  /** How to find out as whom to run; a parameter because a machine has just one answer. */
  interface RunAsChoice {
    RunAs choose(Path directory, Command probe, Deadline deadline)
        throws IOException, InterruptedException;
  }

  static EmbeddedPostgres open(Path directory, RunAsChoice choice) {
    return open(directory, Prepared.NOTHING, choice, PATIENCE);
  }

  private static EmbeddedPostgres open(
      Path directory, Prepared prepared, RunAsChoice choice, Duration patience) {
    try {
      OwnerOnly.createDirectories(directory);
      Path home = directory.toRealPath();
      requireUsablePath(home);
      Path lock = home.resolve("lock");
      Claim claim =
          Claim.take(lock)
              .orElseThrow(() ->
                  new EmbeddedPostgresException(
                      "%s is in use by %s. Stop that one, or choose another data directory."
                          .formatted(home, Claim.holder(lock))));
      EmbeddedPostgres opened = null;
      try {
        opened = open(new Cluster(home), prepared, choice, claim, patience);
        return opened;
      } finally {
        if (opened == null) {
          claim.close();
        }
      }
    } catch (IOException e) {
      throw new EmbeddedPostgresException(
          "Cannot keep PostgreSQL in %s: %s. Make the directory writable, or choose another."
              .formatted(directory, Reasons.of(e)),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EmbeddedPostgresException("Interrupted while opening PostgreSQL", e);
    }
  }

  /** PostgreSQL's own programs find each other through a shell, with the path in double quotes. */
  private static void requireUsablePath(Path home) {
    if (home.toString().matches("(?s).*[\"$`\\\\\n].*")) {
      throw new EmbeddedPostgresException(
          "PostgreSQL cannot live in %s: its path must be free of \" $ ` \\ and line breaks. Choose another data directory."
              .formatted(home));
    }
  }

  private static EmbeddedPostgres open(
      Cluster cluster, Prepared prepared, RunAsChoice choice, Claim claim, Duration patience)
      throws IOException, InterruptedException {
    Path home = cluster.directory();
    Binaries binaries = Binaries.in(home.resolveSibling("cache"), prepared, Deadline.in(PATIENCE));
    // From here anew: unpacking is work of the processor, and long on a busy machine.
    Deadline deadline = Deadline.in(patience);
    var before = RunAs.ownerOf(cluster.data());
    Exception refused = null;
    if (before.isPresent()) {
      try {
        return open(cluster, binaries, prepared, before.get(), claim, deadline);
      } catch (IOException | EmbeddedPostgresException e) {
        if (deadline.passed()) {
          throw e;
        }
        // The machine may have changed since: the ways that it allows now are tried out.
        refused = e;
      }
    }
    try {
      RunAs runAs = choice.choose(home, Command.of(binaries.program("initdb"), "-V"), deadline);
      return open(cluster, binaries, prepared, runAs, claim, deadline);
    } catch (IOException | EmbeddedPostgresException e) {
      if (refused != null) {
        e.addSuppressed(refused);
      }
      throw e;
    }
  }

  private static EmbeddedPostgres open(
      Cluster cluster,
      Binaries binaries,
      Prepared prepared,
      RunAs runAs,
      Claim claim,
      Deadline deadline)
      throws IOException, InterruptedException {
    cluster.prepare(binaries, prepared, runAs, deadline);
    Postmaster postmaster = Postmaster.adopt(cluster, deadline).orElse(null);
    if (postmaster == null) {
      runAs.own(cluster.directory());
      postmaster = Postmaster.start(cluster, binaries, runAs, deadline);
    }
    String url = cluster.jdbcUrl(postmaster.port(), Cluster.DATABASE);
    return new EmbeddedPostgres(claim, binaries, runAs, postmaster, url);
  }

  /** Where to connect, user and password included: a secret. The user owns all databases. */
  public String jdbcUrl() {
    return jdbcUrl;
  }

  /** True if the server was running already, left by an owner that did not close it. */
  public boolean adopted() {
    return postmaster.adopted();
  }

  /** The process of the server. */
  public long pid() {
    return postmaster.process().pid();
  }

  /**
   * Stops the server and releases the directory, cutting connections: 0.1 seconds, or a kill after
   * 15. Closing again does nothing.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    closing.countDown();
    try (claim) {
      supervisor.join(); // so that nothing is started behind our back; bounded by its patience
      postmaster.stop(binaries, runAs);
    } catch (IOException e) {
      throw new EmbeddedPostgresException(
          "PostgreSQL (pid %d) was killed, because it could not be stopped: %s"
              .formatted(pid(), Reasons.of(e)),
          e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
