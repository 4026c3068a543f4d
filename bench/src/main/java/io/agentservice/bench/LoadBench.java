package io.agentservice.bench;

import io.agentservice.bench.fixtures.ModelServer;
import io.agentservice.bench.fixtures.Scratch;
import io.agentservice.bench.fixtures.ScriptedRemote;
import io.agentservice.bench.fixtures.ServerProcess;
import io.agentservice.client.AgentClient;
import io.agentservice.client.fleet.ClaimAnswer;
import io.agentservice.client.http.ClientSettings;
import io.agentservice.client.http.Query;
import io.agentservice.wire.json.JsonObject;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * P8: a thousand sessions on one server with scripted remotes and a model that takes a second,
 * while callers read, list and send messages; all on one machine.
 */
final class LoadBench {
  private static final int SESSIONS = 1000;
  private static final Duration LATENCY = Duration.ofSeconds(1);
  private static final int CALLERS = 8;
  private static final int WARM_UP_SECONDS = 20;
  private static final int SECONDS = 60;

  private LoadBench() {}

  public static void main(String[] arguments) throws Exception {
    int sessions = arguments.length > 0 ? Integer.parseInt(arguments[0]) : SESSIONS;
    try (var home = Scratch.create("load");
        var model = new ModelServer(Integer.MAX_VALUE, LATENCY)) {
      var settings = new HashMap<>(model.settings());
      settings.put("AGENT_DEFAULT_SESSION_ACU_LIMIT", "0");
      try (var server = ServerProcess.start(home.path(), settings, 512).ready();
          var client =
              new AgentClient(ClientSettings.of(ServerProcess.url(), ServerProcess.TOKEN))) {
        run(client, server, sessions);
        failures(home.path());
      }
    }
  }

  private static void run(AgentClient client, ServerProcess server, int count) throws Exception {
    String org = client.self().object("org_permissions").fields().keySet().iterator().next();
    client.fleet().createOutpost("load", "linux", "");
    var commands = new AtomicLong();
    Collection<String> lost = new ConcurrentLinkedQueue<>();
    var remotes = new ArrayList<ScriptedRemote>();
    try (var http = HttpClient.newHttpClient()) {
      var ids = new ArrayList<String>();
      for (int i = 0; i < count; i++) {
        String id = client.sessions(org).create(JsonObject.of("prompt", "work"), null).id();
        if (!(client.fleet().claim(id, "w-" + i) instanceof ClaimAnswer.Claimed(var entry))) {
          throw new IllegalStateException(id + " could not be claimed");
        }
        remotes.add(ScriptedRemote.connect(http, entry, commands, lost::add));
        ids.add(id);
      }
      measure(client, server, org, ids, commands);
      remotes.forEach(ScriptedRemote::close);
    }
    System.out.printf(
        "connections that broke: %d %s%n", lost.size(), lost.stream().limit(3).toList());
  }

  private static void measure(
      AgentClient client, ServerProcess server, String org, List<String> ids, AtomicLong commands)
      throws Exception {
    TimeUnit.SECONDS.sleep(WARM_UP_SECONDS);
    long before = commands.get();
    long begun = System.nanoTime();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var callers = new ArrayList<Future<double[]>>();
      for (int i = 0; i < CALLERS; i++) {
        int caller = i;
        callers.add(threads.submit(() -> calls(client, org, ids, caller)));
      }
      var all = new ArrayList<Double>();
      for (var caller : callers) {
        for (double each : caller.get()) {
          all.add(each);
        }
      }
      double seconds = (System.nanoTime() - begun) / 1e9;
      System.out.printf(
          Locale.ROOT,
          "%d sessions, model latency %d ms: %.0f steps/s%n",
          ids.size(),
          LATENCY.toMillis(),
          (commands.get() - before) / seconds);
      Figures.of(
              "API under this load (P8)",
              "ms",
              all.stream().mapToDouble(Double::doubleValue).toArray())
          .print();
    }
    System.out.printf("resident memory of the server JVM: %.0f MB%n", server.residentMegabytes());
  }

  /** Milliseconds of each call; ten calls a second. */
  private static double[] calls(AgentClient client, String org, List<String> ids, int caller)
      throws InterruptedException {
    var millis = new ArrayList<Double>();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    for (int turn = 0; System.nanoTime() < end; turn++) {
      String id = ids.get((caller + turn * CALLERS) % ids.size());
      long begun = System.nanoTime();
      switch (turn % 5) {
        case 0 -> client.sessions(org).list(Query.of("first", "20"));
        case 1 -> client.sessions(org).message(id, "Go on");
        default -> client.sessions(org).get(id);
      }
      millis.add((System.nanoTime() - begun) / 1e6);
      TimeUnit.MILLISECONDS.sleep(100);
    }
    return millis.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** What went wrong in the server, by its log. */
  private static void failures(Path home) throws Exception {
    try (var lines = Files.lines(home.resolve("server.log"))) {
      var failed =
          lines.filter(line -> line.contains(" ERROR ") || line.contains("loop failed")).toList();
      System.out.printf(
          "failures in the log: %d %s%n", failed.size(), failed.stream().limit(3).toList());
    }
  }
}
