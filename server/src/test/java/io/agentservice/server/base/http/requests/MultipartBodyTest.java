package io.agentservice.server.base.http.requests;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.testing.OpenRoutes;
import io.agentservice.server.testing.RawHttp;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which types of a body are taken for a form with a file. */
class MultipartBodyTest {
  private static final String BODY =
      "--a\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\nx\r\n--a--\r\n";

  private OpenRoutes server;

  @BeforeEach
  void start() {
    server =
        new OpenRoutes(
            List.of(
                Route.post(
                    "/files",
                    Access.open(),
                    request -> Answer.ok(request.upload("file", 1, _ -> {})))));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "multipart/form-data; boundary=a",
        "multipart/form-data;boundary=\"a\"",
        "Multipart/Form-Data ; charset=utf-8; boundary=a"
      })
  void aFormIsTaken(String type) throws IOException {
    assertThat(upload(type)).contains("200");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=\"a",
        "multipart/form-dataX; boundary=a",
        "multipart/mixed; boundary=a",
        "; boundary=a"
      })
  void everythingElseIsAnotherType(String type) throws IOException {
    assertThat(upload(type)).contains("415", "unsupported_media_type");
  }

  private String upload(String type) throws IOException {
    try (var connection = RawHttp.connect(server.uri("").toString())) {
      var reply =
          connection
              .send(
                  "POST /files HTTP/1.1\r\nHost: x\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
                      .formatted(type, BODY.length(), BODY))
              .reply();
      return reply.status() + " " + reply.body();
    }
  }
}
