package io.agentservice.server.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.Method;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.RawHttp;
import io.agentservice.server.testing.TestServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Bodies that the listener's library would read by itself, on every route. Each is announced as
 * long as can be and comes no further than 64 KiB: whoever wants more of it gives no answer.
 */
@Timeout(300)
class EveryBodyFormIT extends OnOrganization {
  private static final int SENT = 64 << 10;
  private static final List<String> PAGES =
      List.of(
          "POST /login",
          "POST /logout",
          "POST /sessions/0123456789abcdef0123456789abcdef/messages",
          "POST /sessions/0123456789abcdef0123456789abcdef/terminate",
          "GET /login",
          "GET /");

  private List<String> routes(boolean uploads) {
    var routes =
        server.routes().stream()
            .filter(route -> uploads || !isUpload(route))
            .sorted(Comparator.comparing(route -> route.method() == Method.DELETE))
            .map(route -> route.method().name() + " " + filled(route.path()));
    return Stream.concat(routes, PAGES.stream()).distinct().toList();
  }

  private static boolean isUpload(Route route) {
    return route.method() == Method.POST && route.path().endsWith("/attachments");
  }

  private String filled(String path) {
    return path.replace("{org_id}", org.value()).replaceAll("\\{[^}]+}", "x");
  }

  private int status(String route, String headers, String body) throws IOException {
    try (var connection = RawHttp.connect(server.address())) {
      connection.send(
          "%s HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer %s\r\n%s\r\n%s"
              .formatted(route, TestServer.ADMIN_KEY, headers, body));
      var reply = connection.reply();
      assertThat(reply.header("X-Request-Id")).as(route).isNotNull();
      return reply.status();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "multipart/form-data; boundary=b, false",
    "application/x-www-form-urlencoded, true",
    "text/plain, true",
    "application/octet-stream, true"
  })
  void aBodyThatNobodyWantsIsAnsweredUnread(String type, boolean uploads) throws IOException {
    String begun =
        type.startsWith("multipart")
            ? "--b\r\nContent-Disposition: form-data; name=\"csrf_token\"; filename=\"f\"\r\n\r\n"
            : "csrf_token=";
    String body = begun + "x".repeat(SENT - begun.length());
    String headers = "Content-Type: " + type + "\r\nContent-Length: 1073741824\r\n";
    var wrong = new ArrayList<String>();
    for (String route : routes(uploads)) {
      int status = status(route, headers, body);
      if (status >= 500 || (status < 300 && route.startsWith("P"))) {
        wrong.add(status + " " + route);
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void aRequestWithoutABodyIsAnswered() throws IOException {
    var wrong = new ArrayList<String>();
    for (String route : routes(true)) {
      if (status(route, "Content-Length: 0\r\n", "") >= 500) {
        wrong.add(route);
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void noHeaderMakesAReadAWrite() throws IOException {
    var wrong = new ArrayList<String>();
    for (String route : routes(true)) {
      if (route.startsWith("GET ")) {
        int plain = status(route, "", "");
        for (String method : List.of("POST", "DELETE", "PATCH")) {
          int forced = status(route, "X-HTTP-Method-Override: " + method + "\r\n", "");
          if (forced != plain) {
            wrong.add("%s by %s: %d, not %d".formatted(method, route, forced, plain));
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }
}
