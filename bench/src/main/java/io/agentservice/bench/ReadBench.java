package io.agentservice.bench;

import io.agentservice.bench.fixtures.BareServer;
import io.agentservice.bench.fixtures.QueueDatabase;
import io.agentservice.bench.fixtures.Scratch;
import io.agentservice.bench.fixtures.ServerProcess;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.ClientSettings;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** P10: GET of a session by 32 connections ({@code wrk}), beside bare Javalin. */
final class ReadBench {
  private static final int BARE_PORT = 18_098;
  private static final int CONNECTIONS = 32;

  /** Enough for the JIT compiler. */
  private static final int WARM = 120_000;

  private static final Pattern RATE = Pattern.compile("Requests/sec: *([0-9.]+)");
  private static final Pattern FAILED = Pattern.compile("Non-2xx|Socket errors");

  private ReadBench() {}

  /** What one process answered: requests a second, and its own processor time for each. */
  private record Round(double perSecond, double micros) {}

  public static void main(String[] arguments) throws Exception {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
    int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 8;
    try (var scratch = Scratch.create("read");
        var database = QueueDatabase.open(scratch.path().resolve("pg"));
        var server = ServerProcess.start(scratch.path(), database.jdbcUrl(), 512).ready();
        var bare = new Bare(database, scratch.path())) {
      var session = session();
      var ours = new Target(session, header(scratch.path()), server.process());
      String id = session.getPath().substring(session.getPath().lastIndexOf('/') + 1);
      var peer =
          new Target(
              URI.create("http://127.0.0.1:%d/sessions/%s".formatted(BARE_PORT, id)),
              null,
              bare.process);
      bare.await(peer.address());
      ours.warmUp(seconds);
      peer.warmUp(seconds);
      var mine = new ArrayList<Round>();
      var theirs = new ArrayList<Round>();
      for (int round = 0; round < rounds; round++) {
        mine.add(ours.load(seconds));
        theirs.add(peer.load(seconds));
      }
      print("GET session", mine);
      print("bare Javalin, the same SELECT", theirs);
      System.out.printf(
          Locale.ROOT,
          "ratio %.2f, of processor time %.2f%n",
          median(mine, Round::perSecond) / median(theirs, Round::perSecond),
          median(theirs, Round::micros) / median(mine, Round::micros));
    }
  }

  private static void print(String name, List<Round> rounds) {
    System.out.printf(
        Locale.ROOT,
        "%-32s %7.0f/s  %4.0f us of the server's processor time each   %s%n",
        name,
        median(rounds, Round::perSecond),
        median(rounds, Round::micros),
        rounds.stream().map(round -> "%.0f".formatted(round.perSecond())).toList());
  }

  private static double median(List<Round> rounds, ToDoubleFunction<Round> figure) {
    return rounds.stream()
        .mapToDouble(figure)
        .sorted()
        .skip(rounds.size() / 2)
        .findFirst()
        .orElseThrow();
  }

  /** The address of a new session. */
  private static URI session() {
    try (var client =
        new AgentClient(ClientSettings.of(ServerProcess.url(), ServerProcess.TOKEN))) {
      String org = client.self().object("org_permissions").fields().keySet().iterator().next();
      client.fleet().createOutpost("bench", "linux", "");
      String id = client.sessions(org).create(JsonObject.of("prompt", "measure"), null).id();
      return ServerProcess.url().resolve("/v3/organizations/" + org + "/sessions/" + id);
    }
  }

  /** A script that has wrk send the key, which so is in no argument list. */
  private static Path header(Path directory) throws IOException {
    return Files.writeString(
        directory.resolve("header.lua"),
        "wrk.headers[\"Authorization\"] = \"Bearer %s\"\n".formatted(ServerProcess.TOKEN));
  }

  private record Target(URI address, @Nullable Path script, Process process) {
    Round load(int seconds) throws IOException, InterruptedException {
      var command =
          new ArrayList<>(List.of("wrk", "-t2", "-c" + CONNECTIONS, "-d" + seconds + "s"));
      if (script != null) {
        command.addAll(List.of("-s", script.toString()));
      }
      command.add(address.toString());
      var before = used();
      var wrk = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(wrk.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      var rate = RATE.matcher(said);
      if (wrk.waitFor() != 0 || !rate.find() || FAILED.matcher(said).find()) {
        throw new IllegalStateException(said);
      }
      double perSecond = Double.parseDouble(rate.group(1));
      double micros = used().minus(before).toNanos() / 1e3 / (perSecond * seconds);
      return new Round(perSecond, micros);
    }

    void warmUp(int seconds) throws IOException, InterruptedException {
      for (double answered = 0; answered < WARM; ) {
        answered += load(seconds).perSecond() * seconds;
      }
    }

    private Duration used() {
      return process.info().totalCpuDuration().orElseThrow();
    }
  }

  /** The peer's process. */
  private static final class Bare implements AutoCloseable {
    private final Process process;

    Bare(QueueDatabase database, Path directory) throws ReflectiveOperationException, IOException {
      var select =
          Class.forName("io.agentservice.server.engine.sessions.SessionSql")
              .getDeclaredField("SELECT");
      select.setAccessible(true);
      var java =
          new ProcessBuilder(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-XX:+UseSerialGC",
              "-Xmx512m",
              "-cp",
              System.getProperty("java.class.path"),
              BareServer.class.getName());
      java.environment()
          .putAll(
              Map.of(
                  "BARE_DATABASE_URL", database.jdbcUrl(),
                  "BARE_SELECT", select.get(null) + " WHERE s.session_id = ?",
                  "BARE_PORT", Integer.toString(BARE_PORT)));
      process =
          java.redirectErrorStream(true)
              .redirectOutput(directory.resolve("bare.log").toFile())
              .start();
    }

    void await(URI address) throws InterruptedException {
      var request = HttpRequest.newBuilder(address).build();
      try (var client = HttpClient.newHttpClient()) {
        while (process.isAlive()) {
          try {
            if (client.send(request, BodyHandlers.discarding()).statusCode() == 200) {
              return;
            }
          } catch (IOException e) {
            Thread.sleep(20);
          }
        }
      }
      throw new IllegalStateException("the bare server ended; see bare.log");
    }

    @Override
    public void close() {
      process.destroy();
    }
  }
}
