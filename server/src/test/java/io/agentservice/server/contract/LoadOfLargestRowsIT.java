package io.agentservice.server.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.LargestRows;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.ServerProcess;
import io.agentservice.server.testing.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sixteen readers of the largest rows that there may be, and a server with 512 MiB of heap. */
@Timeout(300)
class LoadOfLargestRowsIT extends OnOrganization {
  private static final int HEAP = 512;
  private static final int READERS = 16;
  private static final int ROUNDS = 1;

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
      var work = new ArrayList<Callable<Integer>>();
      for (int reader = 0; reader < READERS; reader++) {
        int first = reader;
        work.add(() -> read(node, lists, first));
      }
      int answers = 0;
      for (var answered : readers.invokeAll(work)) {
        answers += answered.get();
      }
      assertThat(answers).isEqualTo(READERS * ROUNDS * lists.size());
      assertThat(node.isAlive()).isTrue();
    }
  }

  /** Reads all lists in turns, beginning somewhere; how often the answer was whole. */
  private int read(ServerProcess node, List<String> lists, int first)
      throws IOException, InterruptedException {
    int answers = 0;
    for (int i = 0; i < ROUNDS * lists.size(); i++) {
      var request =
          HttpRequest.newBuilder(URI.create(node.address() + lists.get((first + i) % lists.size())))
              .timeout(Duration.ofMinutes(2))
              .header("Authorization", "Bearer " + TestServer.ADMIN_KEY)
              .build();
      var response = http.send(request, BodyHandlers.ofInputStream());
      try (InputStream body = response.body()) {
        long length = body.transferTo(OutputStream.nullOutputStream());
        answers += response.statusCode() == 200 && length > 1 << 20 ? 1 : 0;
      }
    }
    return answers;
  }
}
