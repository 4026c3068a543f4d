package io.agentservice.server.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.LargestRows;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.ServerProcess;
import io.agentservice.server.testing.TestServer;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sixteen readers of the largest rows that there may be, and a server with 512 MiB of heap. */
@Timeout(300)
class LoadOfLargestRowsIT extends OnOrganization {
  private static final int HEAP = 512;
  private static final int READERS = 16;
  private static final int TRIES = 20;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @Test
  void sixteenReadersOfTheLargestRowsAreAllAnswered() throws Exception {
    var rows = new LargestRows(server, org);
    rows.notes(100);
    String said = rows.messages(100);
    String worked = rows.events(1000);
    rows.results(100);
    var lists =
        List.of(
            path("knowledge/notes"),
            path("sessions/" + said + "/messages"),
            path("sessions/" + worked + "/events"),
            path("sessions"));
    try (var node = server.furtherProcess(HEAP);
        var readers = Executors.newFixedThreadPool(READERS)) {
      var work = new ArrayList<Callable<@Nullable Void>>();
      for (int reader = 0; reader < READERS; reader++) {
        int first = reader;
        work.add(() -> read(node, lists, first));
      }
      for (var answered : readers.invokeAll(work)) {
        answered.get();
      }
      assertThat(node.isAlive()).isTrue();
    }
  }

  /** Reads all lists in turns, beginning somewhere; all are whole in the end. */
  private @Nullable Void read(ServerProcess node, List<String> lists, int first) throws Exception {
    for (int i = 0; i < lists.size(); i++) {
      readWhole(node, lists.get((first + i) % lists.size()));
    }
    return null;
  }

  /** A node with more to do than it has connections may ask a reader to come again; he does. */
  private void readWhole(ServerProcess node, String list) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(node.address() + list))
            .timeout(Duration.ofMinutes(2))
            .header("Authorization", "Bearer " + TestServer.ADMIN_KEY)
            .build();
    var again = new ArrayList<String>();
    while (again.size() < TRIES) {
      var response = http.send(request, BodyHandlers.ofInputStream());
      try (InputStream body = response.body()) {
        if (response.statusCode() == 200) {
          assertThat(body.transferTo(OutputStream.nullOutputStream())).isGreaterThan(1 << 20);
          return;
        }
        var told = new String(body.readAllBytes(), StandardCharsets.UTF_8);
        assertThat(response.statusCode()).as(told).isEqualTo(503);
        again.add(told);
        TimeUnit.SECONDS.sleep(response.headers().firstValueAsLong("Retry-After").orElseThrow());
      }
    }
    throw new AssertionError(list + " was never had: " + again);
  }
}
