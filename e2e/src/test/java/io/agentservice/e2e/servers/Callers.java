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
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Those who read and write through the balancer while something is done to the servers. */
final class Callers implements AutoCloseable {
  private static final int CLIENTS = 4;
  private static final long PAUSE_NANOS = 30_000_000;

  private final Cluster cluster;
  private final int enough;
  private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger made = new AtomicInteger();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private volatile boolean done;

  /** Begins; {@code enough}: requests that must have been made, at least. */
  Callers(Cluster cluster, int enough) {
    this.cluster = cluster;
    this.enough = enough;
    for (int i = 0; i < CLIENTS; i++) {
      clients.execute(this::keepConnections);
      clients.execute(this::connectAnew);
    }
  }

  /** What they did not get, once they have asked often enough. */
  Queue<String> failures() throws InterruptedException {
    done = true;
    clients.shutdown();
    assertThat(clients.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
    System.out.printf("%d requests, failed %s%n", made.get(), failures);
    assertThat(made).hasValueGreaterThanOrEqualTo(enough);
    return failures;
  }

  @Override
  public void close() {
    done = true;
    clients.shutdownNow();
  }

  /** One request. */
  @FunctionalInterface
  private interface Request {
    int status(int number) throws IOException, InterruptedException;
  }

  /** Asks again for nothing that failed: most are POST. */
  private void keepConnections() {
    try (var client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build()) {
      ask(number -> client.send(request(number), BodyHandlers.ofString()).statusCode());
    }
  }

  private void connectAnew() {
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
    while (!done || made.get() < enough) {
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

  private HttpRequest request(int number) {
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
