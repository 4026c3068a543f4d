package io.agentservice.server.base.http.edge;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.testing.LogCapture;
import io.agentservice.server.testing.OpenRoutes;
import io.agentservice.server.testing.RawHttp;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients that stop reading are no fault of ours. */
@Isolated("reads the log of the whole process")
class UnreadAnswerTest {
  /** More than what connections hold. */
  private static final int LENGTH = 64 << 20;

  static Stream<Answer> answers() {
    var bytes = new byte[LENGTH];
    return Stream.of(
        new Answer.Bytes(200, "image/png", LENGTH, Map.of(), () -> new ByteArrayInputStream(bytes)),
        new Answer.Text(200, "text/plain", new String(bytes, StandardCharsets.UTF_8), Map.of()),
        Answer.ok(Collections.nCopies(LENGTH / 8, "rows")),
        new Answer.Events((out, _) -> out.write(bytes)));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void aClientThatStopsReadingIsNoFailure(Answer answer) throws Exception {
    var servlet = OpenRoutes.servlet(List.of(Route.get("/", Access.open(), _ -> answer)));
    try (var log = new LogCapture();
        var impatient =
            HttpServer.start(
                "127.0.0.1",
                0,
                Duration.ofMillis(300),
                HttpServer.Content.of(Map.of("/*", servlet)));
        var connection = RawHttp.connect(impatient.address())) {
      connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");

      log.await("path=/");

      assertThat(log.from(Level.WARN)).isEmpty();
    }
  }
}
