package io.agentservice.postgres;

import io.agentservice.postgres.machine.Command;
import io.agentservice.postgres.machine.Deadline;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The server process of a cluster, answering on {@code port}. */
record Postmaster(Cluster cluster, ProcessHandle process, int port, boolean adopted) {
  private static final Duration FAST_STOP = Duration.ofSeconds(10);
  private static final Duration KILL = Duration.ofSeconds(5);

  /**
   * What differs from PostgreSQL's defaults, durability by name so that no file takes it away. The
   * log omits failed statements, which would grow it without bound.
   */
  private static final Map<String, String> SETTINGS =
      Map.ofEntries(
          Map.entry("listen_addresses", "127.0.0.1"),
          Map.entry("unix_socket_directories", ""),
          Map.entry("fsync", "on"),
          Map.entry("synchronous_commit", "on"),
          Map.entry("full_page_writes", "on"),
          Map.entry("shared_buffers", "64MB"),
          Map.entry("max_connections", "100"),
          Map.entry("timezone", "UTC"),
          Map.entry("log_timezone", "UTC"),
          Map.entry("log_min_messages", "log"),
          Map.entry("log_checkpoints", "off"));

  /** An earlier owner's running server; else removes its remains. */
  static Optional<Postmaster> adopt(Cluster cluster, Deadline deadline)
      throws IOException, InterruptedException {
    var slow = new SlowStart();
    while (true) {
      Optional<PostmasterFile> file = PostmasterFile.read(cluster.data());
      Optional<ProcessHandle> process = file.flatMap(it -> it.process(cluster.data()));
      if (file.isEmpty() || process.isEmpty()) {
        Files.deleteIfExists(PostmasterFile.path(cluster.data()));
        return Optional.empty();
      }
      var postmaster = new Postmaster(cluster, process.get(), file.get().port(), true);
      Optional<String> trouble = postmaster.trouble();
      if (trouble.isEmpty()) {
        return Optional.of(postmaster);
      }
      if (deadline.passed()) {
        throw new EmbeddedPostgresException(
            "PostgreSQL (pid %d) runs in %s but cannot be used: %s. Stop it with: kill -QUIT %d"
                .formatted(
                    postmaster.process.pid(),
                    cluster.data(),
                    trouble.get(),
                    postmaster.process.pid()));
      }
      slow.goesOn(trouble.get(), deadline);
      deadline.pause();
    }
  }

  /** Starts the server on any free port and waits until it answers. */
  static Postmaster start(Cluster cluster, Binaries binaries, RunAs runAs, Deadline deadline)
      throws IOException, InterruptedException {
    return start(cluster, binaries, runAs, 0, deadline);
  }

  /** Starts the server where the one that has died was. */
  Postmaster again(Binaries binaries, RunAs runAs, Deadline deadline)
      throws IOException, InterruptedException {
    Files.deleteIfExists(PostmasterFile.path(cluster.data()));
    return start(cluster, binaries, runAs, port, deadline);
  }

  private static Postmaster start(
      Cluster cluster, Binaries binaries, RunAs runAs, int wantedPort, Deadline deadline)
      throws IOException, InterruptedException {
    var log = new ServerLog(cluster.log());
    while (true) {
      log.begin();
      int port = wantedPort == 0 ? freePort() : wantedPort;
      Command command = session().and(runAs.prefix()).and(server(cluster, binaries, port));
      Process process = command.start(cluster.directory(), cluster.log());
      var postmaster = new Postmaster(cluster, process.toHandle(), port, false);
      boolean answers = false;
      try {
        answers = postmaster.answers(deadline);
      } finally {
        if (!answers) {
          process.destroyForcibly();
        }
      }
      if (answers) {
        return postmaster;
      }
      String output = log.text();
      if (deadline.passed() || !passes(output)) {
        throw new EmbeddedPostgresException(
            "PostgreSQL does not start in %s: %s. More is in %s."
                .formatted(cluster.data(), ServerLog.reason(output), cluster.log()));
      }
      deadline.pause();
    }
  }

  /** Passing troubles: a taken port, children of a killed server. */
  private static boolean passes(String output) {
    return output.contains("could not create any TCP/IP sockets")
        || output.contains("pre-existing shared memory block");
  }

  private static Command server(Cluster cluster, Binaries binaries, int port) {
    Command command = Command.of(binaries.program("postgres"), "-D", cluster.data().toString());
    command = command.and("-p", Integer.toString(port));
    for (var setting : SETTINGS.entrySet()) {
      command = command.and("-c", setting.getKey() + "=" + setting.getValue());
    }
    return command;
  }

  /** By setsid or perl, if any: out of reach of Ctrl-C and the terminal's end. */
  private static Command session() {
    if (Command.exists("setsid")) {
      return Command.of("setsid");
    }
    return Command.exists("perl")
        ? Command.of("perl", "-MPOSIX", "-e", "POSIX::setsid(); exec {$ARGV[0]} @ARGV or die $!")
        : Command.of();
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      return socket.getLocalPort();
    }
  }

  private boolean answers(Deadline deadline) throws IOException, InterruptedException {
    var slow = new SlowStart();
    while (process.isAlive() && !deadline.passed()) {
      Optional<String> trouble = trouble();
      if (trouble.isEmpty()) {
        return true;
      }
      slow.goesOn(trouble.get(), deadline);
      deadline.pause();
    }
    return false;
  }

  /** Why the database cannot be used now, else empty; makes it if it is missing. */
  private Optional<String> trouble() throws IOException {
    try (Connection _ = connect(Cluster.DATABASE)) {
      return Optional.empty();
    } catch (SQLException e) {
      if (!"3D000".equals(e.getSQLState())) {
        return Optional.of(Reasons.of(e));
      }
    }
    try (Connection connection = connect("postgres");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + Cluster.DATABASE);
      return Optional.empty();
    } catch (SQLException e) {
      return Optional.of(Reasons.of(e));
    }
  }

  private Connection connect(String database) throws IOException, SQLException {
    String limits = "&connectTimeout=2&socketTimeout=10";
    return DriverManager.getConnection(cluster.jdbcUrl(port, database) + limits);
  }

  /** Ends the server: connections are cut, what is committed is written down. */
  void stop(Binaries binaries, RunAs runAs) throws IOException, InterruptedException {
    Deadline deadline = Deadline.in(FAST_STOP);
    try {
      if (process.isAlive()) {
        runAs
            .prefix()
            .and(binaries.program("pg_ctl"), "kill", "INT", Long.toString(process.pid()))
            .run(cluster.directory(), deadline);
      }
      awaitEnd(deadline);
    } finally {
      // Safe for the data, as a power failure would be; the next start recovers.
      if (process.isAlive()) {
        process.destroyForcibly();
      }
    }
    awaitEnd(Deadline.in(KILL));
  }

  /** Looks often, because the JDK looks ever more rarely at a process that is not our child. */
  private void awaitEnd(Deadline deadline) throws InterruptedException {
    while (process.isAlive() && !deadline.passed()) {
      deadline.pause();
    }
  }
}
