package io.agentservice.e2e.servers;

import io.agentservice.client.AgentClient;
import io.agentservice.client.http.ClientSettings;
import io.agentservice.e2e.Programs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One server, over all its lives at one address. */
public final class Node {
  /** No answer is worth waiting for longer; a frozen server gives none. */
  private static final Duration ANSWER = Duration.ofSeconds(5);

  private static final Duration START = Duration.ofMinutes(2);

  private final String name;
  private final Path directory;
  private final Map<String, String> settings;
  private final Relay network;
  private final HttpClient probe = HttpClient.newHttpClient();
  private Process process;
  private AgentClient client;
  private volatile boolean up;

  /** Where the release lies that it is of; null: ours. */
  private @Nullable Path release;

  @SuppressWarnings("NullAway.Init") // process and client come with the start
  Node(String name, Path directory, Map<String, String> settings, Relay network) {
    this.name = name;
    this.directory = directory;
    this.settings = new HashMap<>(settings);
    this.network = network;
  }

  /** Its next start is one of that release, in that directory; null: of ours. */
  void becomes(@Nullable Path release) {
    this.release = release;
  }

  /** Starts it, for the first time or at the same address as before. */
  void start() throws IOException {
    var log = Files.createTempFile(directory, name, ".log");
    var builder = release == null ? Programs.server(log) : Programs.serverOf(release, log);
    builder.environment().putAll(settings);
    process = builder.start();
    long end = System.nanoTime() + START.toNanos();
    while (!Programs.read(log).contains("listening ")) {
      if (System.nanoTime() > end || !process.isAlive()) {
        throw new AssertionError(name + " does not start:\n" + Programs.read(log));
      }
      LockSupport.parkNanos(20_000_000);
    }
    var address =
        Programs.read(log)
            .lines()
            .filter(l -> l.startsWith("listening "))
            .findFirst()
            .orElseThrow();
    var url = URI.create(address.substring("listening ".length()));
    settings.put("AGENT_PORT", Integer.toString(url.getPort()));
    client = new AgentClient(ClientSettings.of(url, Cluster.TOKEN).withRequestTimeout(ANSWER));
  }

  /** A client of this server alone. */
  public AgentClient client() {
    return client;
  }

  Relay network() {
    return network;
  }

  /** As a power failure. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** As a service manager stops it. */
  void stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      throw new AssertionError(name + " does not stop");
    }
  }

  /** As a paused machine: it keeps everything and does nothing. */
  void freeze() throws IOException, InterruptedException {
    signal("-STOP");
  }

  void thaw() throws IOException, InterruptedException {
    signal("-CONT");
  }

  private void signal(String signal) throws IOException, InterruptedException {
    new ProcessBuilder("kill", signal, Long.toString(process.pid())).inheritIO().start().waitFor();
  }

  /** A connection to it. */
  Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), client.baseUrl().getPort());
  }

  /** What the last {@link #look} found. */
  boolean isUp() {
    return up;
  }

  /** Asks whether it is ready, as a balancer does. */
  void look() {
    var request =
        HttpRequest.newBuilder(client.baseUrl().resolve("/readyz"))
            .timeout(Duration.ofSeconds(1))
            .build();
    try {
      up = probe.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      up = false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void end() {
    process.destroyForcibly();
    probe.shutdownNow();
  }
}
