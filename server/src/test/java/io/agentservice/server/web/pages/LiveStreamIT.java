package io.agentservice.server.web.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.timeline.LivePieces;
import io.agentservice.server.base.http.answers.Waits;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.web.pages.LiveStream.Sources;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(200)
class LiveStreamIT {
  private final LivePieces live = new LivePieces();

  @Test
  void whatIsBeingWrittenIsSentBeforeItIsInTheLog(@TempDir Path home) throws Exception {
    try (var server = new PageServer(home, Map.of())) {
      var session = server.create("Write slowly");
      var story = new Story(server, session);
      var call = Story.bash("slow", "make");
      story.says("Building.", call);
      story.starts(call);
      var allowed = new AtomicBoolean(true);
      try (var lines = open(server.sources(live, Duration.ofSeconds(1)), session, allowed)) {
        until(lines, "call running");
        live.toolOutput(session, "slow", "half of <it>");
        assertThat(until(lines, "half")).containsPattern("\"id\":\"e[0-9]+-[0-9a-f]+\"");
        live.modelText(session, "Now I");
        assertThat(until(lines, "Now I")).contains("\"id\":\"writing\"");
        live.modelRestarts(session);
        assertThat(until(lines, "writing")).contains("\"html\":\"\"");
        until(lines, ": keepalive");
        allowed.set(false);
        assertThat(lines.lines().toList())
            .noneMatch(line -> line.startsWith("data:") && !line.contains("\"id\":\"head\""));
      }
    }
  }

  @Test
  void whatIsUsedIsShownWithoutAnEventThatTellsOfIt(@TempDir Path home) throws Exception {
    try (var server = new PageServer(home, Map.of())) {
      var session = server.create("Wait for a long command");
      var allowed = new AtomicBoolean(true);
      try (var lines = open(server.sources(live, Duration.ofSeconds(1)), session, allowed)) {
        until(lines, "0 ACU (model $0)");
        server.sql("UPDATE session SET machine_seconds = 450, model_dollars = 0.125");
        assertThat(until(lines, "model $0.13")).contains("0.5 ACU");
      }
    }
  }

  @Test
  void nothingMoreOfALongLogIsSentToWhoMayWatchNoLonger(@TempDir Path home) throws Exception {
    try (var server = new PageServer(home, Map.of())) {
      var session = server.create("Talk");
      new Story(server, session).says("one of many");
      server.sql(
          """
          INSERT INTO event (session_id, seq, epoch, type, data)
          SELECT session_id, seq + n, epoch, type, data
            FROM (SELECT * FROM event ORDER BY seq DESC LIMIT 1), generate_series(1, 2000) AS n
          """);
      var waits = new Waits();
      var sent = new ByteArrayOutputStream();
      var out =
          new FilterOutputStream(sent) {
            @Override
            public void write(byte[] bytes, int from, int length) {
              sent.write(bytes, from, length);
              waits.end();
            }
          };
      new LiveStream(
              server.sources(live, Duration.ofSeconds(1)), session, 0, () -> true, out, waits)
          .write();
      assertThat(sent.toString(StandardCharsets.UTF_8).split("one of many", -1)).hasSize(2);
    }
  }

  /** Runs a stream on a thread of its own until it ends. */
  private static BufferedReader open(Sources sources, SessionId session, AtomicBoolean allowed)
      throws IOException {
    var out = new PipedOutputStream();
    var in = new PipedInputStream(out, 1 << 16);
    Thread.ofVirtual()
        .start(() -> {
          try (out) {
            new LiveStream(sources, session, 0, allowed::get, out, new Waits()).write();
          } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }

  private static String until(BufferedReader lines, String text) throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.contains(text)) {
        return line;
      }
    }
    throw new AssertionError("the stream ended without " + text);
  }
}
