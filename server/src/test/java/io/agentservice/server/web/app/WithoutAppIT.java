package io.agentservice.server.web.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.Main;
import io.agentservice.server.testing.TestDatabase;
import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Scanner;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose build had no npm, as a process without the app's files. */
class WithoutAppIT {
  private static final String KEY = "bootstrap-key-of-the-test";

  /** The module's jar, or its classes. */
  private static final Pattern APP =
      Pattern.compile(".*(agent-web[^/]*\\.jar|/web/target/classes/?)");

  @Test
  void theAddressesOfTheAppLeadToThePlainPages(@TempDir Path home) throws Exception {
    try (var database = TestDatabase.create();
        var http = HttpClient.newHttpClient()) {
      var process = start(home, database);
      try (var out = new Scanner(process.getInputStream(), UTF_8)) {
        String first = out.hasNextLine() ? out.nextLine() : "";
        assertThat(first).as(Files.readString(home.resolve("errors"))).startsWith("listening ");
        String address = first.substring("listening ".length());

        String session = "/sessions/" + "a".repeat(32);
        assertThat(location(get(http, address + "/"))).isEqualTo("/plain");
        assertThat(location(get(http, address + "/o/org-" + "a".repeat(32) + "/sessions")))
            .isEqualTo("/plain");
        assertThat(location(get(http, address + session))).isEqualTo("/plain" + session);
        var page = get(http, address + "/plain", "Authorization", "Bearer " + KEY);
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("<h1>Sessions</h1>").doesNotContain("Web app");
      } finally {
        process.destroyForcibly();
      }
    }
  }

  private static Process start(Path home, TestDatabase database) throws Exception {
    var builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            withoutApp(System.getProperty("java.class.path")),
            Main.class.getName());
    builder
        .environment()
        .putAll(
            Map.of(
                "AGENT_HOME",
                home.toString(),
                "AGENT_DATABASE_URL",
                database.jdbcUrl(),
                "AGENT_PORT",
                "0",
                "AGENT_BOOTSTRAP_TOKEN",
                KEY));
    return builder.redirectError(home.resolve("errors").toFile()).start();
  }

  private static String withoutApp(String classPath) {
    var all = Arrays.asList(classPath.split(File.pathSeparator, -1));
    assertThat(all).anyMatch(entry -> APP.matcher(entry).matches());
    return all.stream()
        .filter(entry -> !APP.matcher(entry).matches())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static HttpResponse<String> get(HttpClient http, String address, String... headers)
      throws Exception {
    var request = HttpRequest.newBuilder(URI.create(address));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private static String location(HttpResponse<String> answer) {
    return answer.headers().firstValue("Location").orElse(answer.statusCode() + answer.body());
  }
}
