package io.agentservice.bench;

import io.agentservice.bench.fixtures.QueueDatabase;
import io.agentservice.bench.fixtures.ServerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Claims over HTTP by {@code wrk}, which leaves the cores to the server. */
final class HttpClaims {
  private static final int ENTRIES = 80_000;
  private static final int CONNECTIONS = 64;
  private static final int THREADS = 2;
  private static final int SECONDS = 10;

  private static final int WARM_UP_SECONDS = 12;

  /** Enough for the JIT compiler. */
  private static final int WARM = 100_000;

  /** Seconds in which the last requests are answered. */
  private static final int SILENCE = 2;

  private static final Pattern SAID =
      Pattern.compile("granted (\\d+) refused (\\d+) broken (\\d+) (p50 .*)");

  private final QueueDatabase database;
  private final ServerProcess server;

  private HttpClaims(QueueDatabase database, ServerProcess server) {
    this.database = database;
    this.server = server;
  }

  /** Distinct grants whose entry shows the claim. */
  private record Load(long granted, String latency) {}

  /** Claims per second, by a server that is started for it. */
  static double perSecond(QueueDatabase database, Path directory) throws Exception {
    try (var server = ServerProcess.start(directory, database.jdbcUrl(), 512).ready()) {
      var claims = new HttpClaims(database, server);
      for (long granted = 0; granted < WARM; ) {
        granted += claims.load(WARM_UP_SECONDS).granted();
      }
      return claims.measure();
    }
  }

  private double measure() throws SQLException, IOException, InterruptedException {
    var before = used();
    var load = load(SECONDS);
    var after = used();
    double seconds = database.secondsOfClaims();
    System.out.printf(
        Locale.ROOT,
        "over HTTP: %.0f claims/s (%d in %.1f s), %s, processor time of each: server %.0f us, PostgreSQL %.0f us%n",
        load.granted() / seconds,
        load.granted(),
        seconds,
        load.latency(),
        after.server().minus(before.server()).toNanos() / 1e3 / load.granted(),
        after.database().minus(before.database()).toNanos() / 1e3 / load.granted());
    return load.granted() / seconds;
  }

  private Load load(int seconds) throws SQLException, IOException, InterruptedException {
    database.fill(ENTRIES);
    var said = SAID.matcher(wrk(seconds));
    if (!said.find()) {
      throw new IllegalStateException("wrk did not come to its end");
    }
    long granted = Long.parseLong(said.group(1));
    if (!said.group(2).equals("0") || !said.group(3).equals("0")) {
      throw new IllegalStateException(said.group());
    }
    if (granted != database.claimed() || granted != database.claimRecords()) {
      throw new IllegalStateException(
          "%d granted, %d entries claimed, %d records of it"
              .formatted(granted, database.claimed(), database.claimRecords()));
    }
    return new Load(granted, said.group(4));
  }

  private static String wrk(int seconds) throws IOException, InterruptedException {
    var command =
        new ProcessBuilder(
            List.of(
                "wrk",
                "-t" + THREADS,
                "-c" + CONNECTIONS,
                "-d" + (seconds + SILENCE) + "s",
                "--timeout",
                "10s",
                "-s",
                "bench/claim.lua",
                ServerProcess.url().toString(),
                "--",
                Integer.toString(THREADS),
                Integer.toString(seconds),
                Integer.toString(CONNECTIONS)));
    command.environment().put("AGENT_TOKEN", ServerProcess.TOKEN);
    var process = command.redirectErrorStream(true).start();
    try {
      var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(output);
      }
      return output;
    } finally {
      process.destroyForcibly();
    }
  }

  private record Used(Duration server, Duration database) {}

  private Used used() {
    return new Used(
        server.process().info().totalCpuDuration().orElseThrow(), database.processorTime());
  }
}
