package io.agentservice.server.base.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.testing.LogsErrors;
import io.agentservice.server.testing.OpenRoutes;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What fails while it is written is never told as a whole answer. */
@LogsErrors({"answer broke off", "request failed"})
class BrokenAnswerTest {
  /** Their JSON is many times what is held back before anything is sent. */
  private static final int MANY_ROWS = 100_000;

  private static final int FILE_BYTES = 1_000_000;

  private static final String NAME = "\u00e9\u65e5";

  private final HttpClient client = HttpClient.newHttpClient();
  private OpenRoutes server;

  record Rows(Iterable<String> rows) {}

  @AfterEach
  void stop() {
    server.close();
    client.close();
  }

  @ParameterizedTest
  @CsvSource({"0, identity", "0, gzip", "200, identity", "200, gzip"})
  void aListOfWhichNothingWasSentIsUnavailable(int row, String encoding) throws Exception {
    serve(failingAt(row, new DatabaseUnavailableException("away")));

    var answer = get(encoding);

    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.headers().map()).doesNotContainKey("content-encoding");
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertThat(answer.headers().firstValue("Retry-After")).contains("1");
    assertThat(answer.body()).contains("\"code\":\"unavailable\"").doesNotContain("rows");
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "gzip"})
  void aListOfWhichMuchWasSentBreaksOff(String encoding) {
    serve(failingAt(MANY_ROWS, new DatabaseUnavailableException("away")));

    assertThatThrownBy(() -> get(encoding)).isInstanceOf(IOException.class);
  }

  @Test
  void soDoesOneThatTheMachineHasNoRoomFor() {
    serve(failingAt(MANY_ROWS, new StackOverflowError()));

    assertThatThrownBy(() -> get("identity")).isInstanceOf(IOException.class);
  }

  @Test
  void aStreamOfEventsHasNoEndToMiss() throws Exception {
    serve(
        new Answer.Events((out, _) -> {
          out.write("data: 1\n\n".getBytes(UTF_8));
          throw new IllegalStateException("no more");
        }));

    assertThat(get("identity").body()).isEqualTo("data: 1\n\n");
  }

  @Test
  void aFileThatCantBeReadIsUnavailable() throws Exception {
    serve(file(new Unreadable(0)));

    var answer = get("identity");

    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body()).contains("\"code\":\"unavailable\"");
    assertThat(answer.headers().map()).doesNotContainKeys("etag", "content-disposition");
  }

  @Test
  void aFileThatIsShorterThanItWasIsAFailure() throws Exception {
    serve(file(new ByteArrayInputStream(new byte[10])));

    var answer = get("identity");

    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(answer.body()).contains("\"code\":\"internal_error\"");
    assertThat(answer.headers().map()).doesNotContainKeys("etag", "content-disposition");
  }

  @Test
  void aFileOfWhichMuchWasSentBreaksOff() {
    serve(file(new Unreadable(FILE_BYTES - 1)));

    assertThatThrownBy(() -> get("identity")).isInstanceOf(IOException.class);
  }

  /** What failed may name anything; of all answers these two are the last to be thought of. */
  @ParameterizedTest
  @ValueSource(ints = {500, 503})
  void itIsToldInUtf8ToWhoeverAskedForAnything(int status) throws Exception {
    var failure =
        status == 503 ? new DatabaseUnavailableException(NAME) : new IllegalStateException(NAME);
    server =
        new OpenRoutes(
            List.of(
                Route.get(
                    "/answer/{name}",
                    Access.open(),
                    _ -> {
                      throw failure;
                    })));

    var request = HttpRequest.newBuilder(server.uri("/answer/%C3%A9?q=%C3%A9")).build();
    var answer = client.send(request, BodyHandlers.ofByteArray());

    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
    assertThat(UTF_8.newDecoder().decode(ByteBuffer.wrap(answer.body())).toString())
        .contains("/answer/%C3%A9")
        .doesNotContain(NAME);
  }

  private static Answer file(InputStream source) {
    var headers = Map.of("ETag", "\"1\"", "Content-Disposition", "attachment");
    return new Answer.Bytes(200, "application/pdf", FILE_BYTES, headers, () -> source);
  }

  /** Fails as a store does whose answer ends too soon. */
  @SuppressWarnings("InputStreamSlowMultibyteRead") // few bytes
  private static final class Unreadable extends InputStream {
    private int left;

    Unreadable(int good) {
      left = good;
    }

    @Override
    public int read() throws IOException {
      if (left == 0) {
        throw new EOFException("the store has gone");
      }
      left--;
      return 0;
    }
  }

  private static Answer failingAt(int row, Throwable failure) {
    Iterable<Integer> numbers = () -> IntStream.rangeClosed(0, row).iterator();
    return Answer.ok(
        new Rows(
            Lists.shown(
                numbers,
                number -> {
                  if (number == row) {
                    throw sneaky(failure);
                  }
                  return "row " + number;
                })));
  }

  private static RuntimeException sneaky(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return (RuntimeException) failure;
  }

  private void serve(Answer answer) {
    server = new OpenRoutes(List.of(Route.get("/answer", Access.open(), _ -> answer)));
  }

  private HttpResponse<String> get(String encoding) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(server.uri("/answer"))
            .header("Accept-Encoding", encoding)
            .timeout(Duration.ofSeconds(20))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }
}
