package io.agentservice.e2e.servers;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Three servers are replaced one after the other, as an upgrade does it, and no caller notices. */
@Tag("crashes")
@Timeout(240) // six starts of a server
@Isolated("a balancer that gets no processor time sends requests where nobody is any more")
class RollingRestartE2ET {
  /** Requests that must have been made, at least. */
  private static final int ENOUGH = 2000;

  private static final int CLIENTS = 4;
  private static final long PAUSE_NANOS = 30_000_000;

  /** Much longer than the balancer is between two looks. */
  private static final Map<String, String> SETTINGS = Map.of("AGENT_DRAIN_SECONDS", "3");

  /** Kept after a failure: the logs of all processes are in it. */
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path directory;

  private final AtomicInteger made = new AtomicInteger();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private volatile boolean rolled;

  @Test
  void noRequestFailsWhileServersAreReplacedOneAfterTheOther() throws Exception {
    try (var cluster = Cluster.start(directory, 3, SETTINGS);
        var clients = Executors.newVirtualThreadPerTaskExecutor()) {
      while (!cluster.nodes().stream().allMatch(Node::isUp)) {
        pause();
      }
      cluster.trustReadiness();
      for (int i = 0; i < CLIENTS; i++) {
        clients.execute(() -> keepConnections(cluster));
        clients.execute(() -> connectAnew(cluster));
      }
      try {
        Scenario.ROLLING.strike(cluster, new Random(), Duration.ZERO);
      } finally {
        rolled = true;
      }
      clients.shutdown();
      assertThat(clients.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
      System.out.printf("rolling restart: %d requests, failed %s%n", made.get(), failures);
      assertThat(failures).as("logs in %s", directory).isEmpty();
      assertThat(made).hasValueGreaterThanOrEqualTo(ENOUGH);
    }
  }

  /** One request. */
  @FunctionalInterface
  private interface Request {
    int status(int number) throws IOException, InterruptedException;
  }

  /** Asks again for nothing that failed: most are POST. */
  private void keepConnections(Cluster cluster) {
    try (var client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build()) {
      ask(number -> client.send(request(cluster, number), BodyHandlers.ofString()).statusCode());
    }
  }

  private void connectAnew(Cluster cluster) {
    var address = URI.create(cluster.address());
    String request =
        "GET /v3/self HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n"
            .formatted(Cluster.TOKEN);
    ask(_ -> {
      try (var socket = new Socket(address.getHost(), address.getPort())) {
        socket.setSoTimeout(20_000);
        socket.getOutputStream().write(request.getBytes(US_ASCII));
        var answer = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        return answer.isEmpty() ? 0 : Integer.parseInt(answer.split(" ", 3)[1]);
      }
    });
  }

  private void ask(Request request) {
    while (!rolled || made.get() < ENOUGH) {
      int number = made.incrementAndGet();
      try {
        int status = request.status(number);
        if (status != 200) {
          failures.add("HTTP " + status);
        }
      } catch (IOException e) {
        failures.add(e.toString());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      pause();
    }
  }

  private static HttpRequest request(Cluster cluster, int number) {
    boolean write = number % 4 > 0;
    String path = write ? "/v3/organizations/" + cluster.org() + "/knowledge/notes" : "/v3/self";
    var request =
        HttpRequest.newBuilder(URI.create(cluster.address() + path))
            .timeout(Duration.ofSeconds(20))
            .headers(
                "Authorization", "Bearer " + Cluster.TOKEN, "Content-Type", "application/json");
    String note = "{\"name\":\"n%d\",\"body\":\"b\",\"trigger\":\"t\"}".formatted(number);
    return write ? request.POST(BodyPublishers.ofString(note)).build() : request.GET().build();
  }

  private static void pause() {
    LockSupport.parkNanos(PAUSE_NANOS);
  }
}
