package io.agentservice.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.cli.process.CommandFailure;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The git host of a demo takes its token as a host of its kind does, and not otherwise. */
class DemoHostIT {
  private static final String TOKEN = "token-of-the-demo";

  @TempDir private Path directory;

  private DemoHost host(String repository) {
    var example =
        new Example(
            directory, "Mend it", HostedRepository.of(repository), null, List.of(), 1, false);
    var host = DemoHost.of(example, directory.resolve("host"));
    assertThat(host).isNotNull();
    return host;
  }

  private static HttpResponse<String> get(DemoHost host, String path, String header, String value)
      throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(URI.create("http://" + host.host() + path));
      return http.send(request.header(header, value).build(), BodyHandlers.ofString());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "acme/tool,        /api/v3/repos/acme/tool,        Authorization, Bearer ",
    "github acme/tool, /api/v3/repos/acme/tool,        Authorization, Bearer ",
    "gitlab a/b/tool,  /api/v4/projects/a%2Fb%2Ftool,  PRIVATE-TOKEN, ''"
  })
  void theApiTakesTheTokenInTheHeaderOfItsKind(
      String repository, String path, String header, String scheme) throws Exception {
    String before = scheme.isEmpty() ? "" : scheme + " ";
    try (var host = host(repository)) {
      var known = get(host, path, header, before + TOKEN);
      assertThat(known.statusCode()).isEqualTo(200);
      assertThat(known.body()).contains("\"default_branch\":\"main\"");
      assertThat(get(host, path, header, before + "other").statusCode()).isEqualTo(401);
      assertThat(get(host, path, "X-Token", TOKEN).statusCode()).isEqualTo(401);
    }
  }

  @ParameterizedTest
  @CsvSource({"acme/tool, x-access-token, oauth2", "gitlab a/b/tool, oauth2, x-access-token"})
  void gitIsKnownByTheUserOfItsKind(String repository, String user, String other) throws Exception {
    try (var host = host(repository)) {
      assertThat(get(host, "/none.git/info/refs", "Authorization", basic(user)).statusCode())
          .isEqualTo(404);
      assertThat(get(host, "/none.git/info/refs", "Authorization", basic(other)).statusCode())
          .isEqualTo(401);
    }
  }

  private static String basic(String user) {
    var pair = (user + ":" + TOKEN).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  @Test
  void noMergeRequestStandsAnyhowBeforeOneWasOpened() throws Exception {
    try (var host = host("gitlab a/b/tool")) {
      var path = "/api/v4/projects/a%2Fb%2Ftool/merge_requests/1";
      assertThat(get(host, path, "PRIVATE-TOKEN", TOKEN).statusCode()).isEqualTo(404);
      assertThat(host.forge().opened()).isNull();
    }
  }

  @Test
  void anotherKindOfHostIsRefusedInWords() {
    assertThatThrownBy(() -> host("gitea acme/tool"))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("gitea acme/tool");
  }
}
