package io.agentservice.e2e.servers;

import io.agentservice.client.fleet.ClaimAnswer;
import io.agentservice.client.http.ClientException;
import io.agentservice.client.http.Query;
import io.agentservice.e2e.RemoteProcess;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Sessions that run commands one after the other, on real remotes; we claim them, as a worker does.
 * Closing it ends what is left.
 */
public final class SessionLoad implements AutoCloseable {
  private static final Set<String> OVER = Set.of("exit", "error", "suspended");

  private final Cluster cluster;
  private final int commands;
  private final List<String> sessions = new ArrayList<>();
  private final List<Thread> serving = new ArrayList<>();
  private final List<RemoteProcess> remotes = new CopyOnWriteArrayList<>();
  private final Map<String, List<Integer>> exits = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /**
   * Starts them.
   *
   * @param commands of each session
   * @param time of each command
   */
  public SessionLoad(Cluster cluster, int sessions, int commands, Duration time)
      throws IOException {
    this.cluster = cluster;
    this.commands = commands;
    var transcript = cluster.directory().resolve("commands.json");
    Files.writeString(transcript, transcript(commands, time));
    var body = JsonObject.of("prompt", "Work", "model", "replay:" + transcript, "resumable", false);
    for (int i = 0; i < sessions; i++) {
      this.sessions.add(cluster.client().sessions(cluster.org()).create(body, null).id());
    }
    this.sessions.forEach(id -> serving.add(Thread.startVirtualThread(() -> serve(id))));
  }

  /** No command is like another: an agent that repeats itself is stopped. */
  private static String transcript(int commands, Duration time) {
    var turns =
        IntStream.range(0, commands)
            .mapToObj(i ->
                """
                {"tool_calls": [{"name": "bash", "input": {"command":
                  "echo $AGENT_COMMAND_ID >> effects; sleep %d.%03d; echo done %d"}}]}
                """
                    .formatted(time.toSeconds(), time.toMillisPart(), i))
            .collect(Collectors.joining(","));
    return """
    {"name": "commands", "model": "recorded", "turns": [%s,
      {"tool_calls": [{"name": "finish", "input": {"summary": "done"}}]}]}
    """
        .formatted(turns);
  }

  private void serve(String id) {
    try {
      var directory = Files.createDirectories(cluster.directory().resolve(id));
      while (!closed && !OVER.contains(again(() -> session(id)).required("status"))) {
        var answer = again(() -> cluster.client().fleet().claim(id, "worker-of-" + id));
        if (answer instanceof ClaimAnswer.Claimed claimed) {
          serve(id, directory, String.valueOf(claimed.entry().status().connectToken()));
        } else {
          pause();
        }
      }
      again(() -> cluster.client().fleet().release(id, "worker-of-" + id));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void serve(String id, Path directory, String token)
      throws IOException, InterruptedException {
    var gateway = cluster.address().replaceFirst("http", "ws") + "/gateway";
    try (var remote = RemoteProcess.start(directory, gateway, id, token)) {
      remotes.add(remote);
      int code = remote.serve();
      exits.computeIfAbsent(id, _ -> new CopyOnWriteArrayList<>()).add(code);
    }
  }

  private JsonObject session(String id) {
    return cluster.client().sessions(cluster.org()).get(id).source();
  }

  /** Asks until it is answered. */
  private <T> T again(Supplier<T> request) {
    while (true) {
      try {
        return request.get();
      } catch (ClientException e) {
        if (closed) {
          throw e;
        }
        pause();
      }
    }
  }

  private static void pause() {
    LockSupport.parkNanos(100_000_000);
  }

  /** Waits until each session has run some commands, or all that it has. */
  public void awaitCommands(int some, Duration patience) {
    await(
        "%d commands of each session".formatted(some),
        patience,
        () -> sessions.stream().allMatch(id -> effects(id).size() >= some));
  }

  /** Waits until all sessions are over and their remotes gone. */
  public void awaitEnd(Duration patience) {
    await("the end of all sessions", patience, () -> serving.stream().noneMatch(Thread::isAlive));
  }

  private void await(String what, Duration patience, BooleanSupplier condition) {
    long end = System.nanoTime() + patience.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError(
            "waited in vain for %s; commands run: %s, exits %s, logs in %s"
                .formatted(
                    what,
                    sessions.stream().map(id -> effects(id).size()).toList(),
                    exits,
                    cluster.directory()));
      }
      pause();
    }
  }

  private List<String> effects(String id) {
    var file = cluster.directory().resolve(id).resolve("work/effects");
    try {
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** In words, what is not as it must be once all are over. */
  public List<String> violations() {
    var found = new ArrayList<String>();
    for (var id : sessions) {
      var rules = new CommandRules(session(id), events(id), effects(id));
      found.addAll(rules.violations(commands));
      var codes = exits.getOrDefault(id, List.of());
      if (!codes.equals(List.of(0))) {
        found.add(id + ": its remotes ended with " + codes);
      }
    }
    return found;
  }

  private List<JsonObject> events(String id) {
    var all = new ArrayList<JsonObject>();
    while (true) {
      var page =
          cluster
              .client()
              .get(
                  "/v3/organizations/%s/sessions/%s/events".formatted(cluster.org(), id),
                  Query.of("after", all.size()));
      all.addAll(page.objects("items"));
      if (!page.isTrue("has_next_page")) {
        return all;
      }
    }
  }

  /**
   * For each session whose remote connected again because of the blow, after how many milliseconds
   * from when on that was possible.
   */
  public List<Long> reattached(Blow blow) throws SQLException {
    var times = new ArrayList<Long>();
    try (var connection = cluster.openConnection();
        var statement =
            connection.prepareStatement(
                """
                SELECT min((extract(epoch FROM created_at) * 1000)::bigint) FROM event
                 WHERE session_id = ANY (?) AND type = 'machine_attached'
                   AND created_at >= to_timestamp(? / 1000.0) GROUP BY session_id
                """)) {
      statement.setArray(1, connection.createArrayOf("text", sessions.toArray()));
      statement.setLong(2, blow.curable());
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          times.add(rows.getLong(1) - blow.curable());
        }
      }
    }
    return times;
  }

  @Override
  public void close() {
    closed = true;
    remotes.forEach(RemoteProcess::close);
  }
}
