package io.agentservice.e2e.forge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.client.http.Query;
import io.agentservice.e2e.Installation;
import io.agentservice.e2e.Programs;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A session that wants the token of its organization's git connection, or more of its own
 * credential than it was made for, tries all {@link Way}s: real server, worker, remote and git, a
 * git host and another host that keep what they are told.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(600) // several programs start, and git asks a program each time
class GitCanaryE2ET {
  private static final Pattern CREDENTIAL = Pattern.compile("agg_[A-Za-z0-9]{40,}");
  private static final Pattern BASIC = Pattern.compile("Basic ([A-Za-z0-9+/=]+)");

  /** Each as the token is seen on a wire or in a file. */
  private static final List<String> TOKEN =
      Stream.concat(
              Stream.of(CodeHost.TOKEN, CodeHost.BASIC.substring("Basic ".length())),
              Stream.of("", "x", "xx").map(GitCanaryE2ET::encoded))
          .toList();

  /** Of what these ask for nothing may be answered. */
  private static final Set<Way> ALL_REFUSED =
      EnumSet.of(
          Way.LARGE_FILES,
          Way.OTHER_FILES,
          Way.PATHS,
          Way.ANOTHER_REPOSITORY,
          Way.REST_API,
          Way.WEBSOCKET,
          Way.ERRORS_THAT_REPEAT_THE_REQUEST,
          Way.PAGE_THAT_REPEATS_THE_REQUEST);

  private static final String RUN =
      """
      export GIT_TERMINAL_PROMPT=0 HOST ELSEWHERE
      unset GIT_ASKPASS SSH_ASKPASS
      SERVER=$(git ls-remote --get-url "http://$HOST/acme/shop"); SERVER=${SERVER%/gateway/git/*}
      BRANCH=$(git -C shop symbolic-ref --short HEAD)
      fill() { printf 'url=%s\\n\\n' "$1" | git credential fill; }
      password() { fill "$1" | sed -n 's/^password=//p'; }
      as_git() { local p=$1 at=$2; shift 2; curl -gsSi --path-as-is --max-time 10 -u "agent:$p" "$@" "$at"; }
      export SERVER BRANCH BASE=$SERVER/gateway/git/$HOST
      export -f fill password as_git
      mkdir -p out
      for way in ways/*; do
        name=${way##*-}
        curl -s "http://$ELSEWHERE/begin/$name"
        timeout 60 bash "$way" > "out/$name" 2>&1 < /dev/null
      done
      cat out/ASKED_DIRECTLY
      """;

  private Path directory;
  private CodeHost host;
  private Elsewhere elsewhere;
  private Installation installation;
  private String id;
  private String secret;

  private static String encoded(String before) {
    var text = Base64.getEncoder().encodeToString((before + CodeHost.TOKEN).getBytes(UTF_8));
    return text.substring(4, text.length() - 4); // what stands beside it changes its ends
  }

  @BeforeAll
  void aSessionTriesThemAll(@TempDir Path place) throws Exception {
    directory = place;
    host = new CodeHost(directory.resolve("host"));
    elsewhere = new Elsewhere();
    for (var name : List.of("acme/shop", "acme/second", "acme/readonly", "other/secret")) {
      host.repository(name, "a.txt", "of " + name + "\n");
    }
    secret = host.git("other/secret", "rev-parse", "main").strip();
    for (int status : new int[] {301, 302, 303, 307, 308}) {
      var to =
          "http://%s/acme/shop.git/info/refs?service=git-upload-pack".formatted(elsewhere.host());
      host.repeats("acme/moved" + status, status, Map.of("Location", to));
    }
    for (int status : new int[] {200, 400, 401, 403, 404, 500}) {
      host.repeats("acme/echo" + status, status, Map.of());
    }
    installation = Installation.start(directory, Map.of("AGENT_IDLE_SECONDS", "3600"));
    permit();
    var ways = Files.createDirectory(installation.work().resolve("ways"));
    int number = 10;
    for (var way : Way.values()) {
      Files.writeString(ways.resolve(number++ + "-" + way), way.script());
    }
    installation.startWorker("worker-1", directory.resolve("worker-1"));
    id = session();
    installation.awaitStatus(id, "running", "finished");
  }

  @AfterAll
  void stop() {
    if (installation != null) {
      installation.close();
    }
    if (host != null) {
      elsewhere.close();
      host.close();
    }
  }

  private void permit() {
    var connection =
        installation
            .client()
            .post(
                "/v3/enterprise/git-providers/connections",
                JsonObject.of(
                    "git_provider_type",
                    "github_token",
                    "host",
                    host.host(),
                    "token",
                    CodeHost.TOKEN))
            .required("git_connection_id");
    var permitted =
        installation
            .client()
            .request(
                "PUT",
                "/v3/enterprise/organizations/%s/git-providers/permissions"
                    .formatted(installation.org()),
                Query.NONE,
                """
                {"permissions": [
                  {"git_connection_id": "%1$s", "group_prefix": "acme"},
                  {"git_connection_id": "%1$s", "repo_path": "acme/readonly", "read_only": true}]}
                """
                    .formatted(connection));
    assertThat(permitted.status()).isEqualTo(200);
  }

  private String session() throws IOException {
    var command = "HOST=%s ELSEWHERE=%s\n".formatted(host.host(), elsewhere.host()) + RUN;
    var call =
        JsonObject.of(
            "name", "bash", "input", JsonObject.of("command", command, "timeout_seconds", 500));
    var end = JsonObject.of("name", "finish", "input", JsonObject.of("summary", "tried"));
    var transcript =
        JsonObject.of(
            "name",
            "tries them all",
            "model",
            "recorded",
            "turns",
            List.of(
                JsonObject.of("tool_calls", List.of(call)),
                JsonObject.of("tool_calls", List.of(end))));
    var file = Files.writeString(directory.resolve("transcript.json"), transcript.toJson());
    return installation
        .client()
        .sessions(installation.org())
        .create(
            JsonObject.of(
                "prompt", "Try", "repos", List.of("acme/shop"), "model", "replay:" + file),
            null)
        .id();
  }

  /** What a way has shown on the machine. */
  private String shown(Way way) {
    return Programs.read(installation.work().resolve("out").resolve(way.name()));
  }

  /** What another host was told meanwhile, with passwords in clear. */
  private String told(Way way) {
    var told = elsewhere.told(way.name());
    return told + decoded(told);
  }

  private static String decoded(String text) {
    return BASIC
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .map(pair -> pair.substring(0, pair.length() / 4 * 4)) // traces cut it off
        .map(pair -> new String(Base64.getDecoder().decode(pair), ISO_8859_1))
        .collect(Collectors.joining("\n"));
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  void noneGetsAToken(Way way) {
    var shown = shown(way);
    assertThat(shown).as("it was tried to its end").containsPattern(way.said());
    assertThat(shown + decoded(shown) + told(way))
        .doesNotContain(TOKEN)
        .as("a repository that no permission covers")
        .doesNotContain(secret);
    if (!way.tellsAProxy()) {
      assertThat(told(way)).doesNotContain("agg_");
    }
    if (ALL_REFUSED.contains(way)) {
      assertThat(shown)
          .containsPattern("HTTP/1.1 [45]")
          .doesNotContain("HTTP/1.1 200", "HTTP/1.1 101");
    }
  }

  @Test
  void theHostHeardTheTokenForPermittedRepositoriesOnlyAndNothingOfOurs() {
    assertThat(host.asked())
        .isNotEmpty()
        .allSatisfy(asked ->
            assertThat(asked).containsAnyOf(CodeHost.BASIC, " null").doesNotContain("agg_"))
        .filteredOn(asked -> asked.contains(CodeHost.BASIC))
        .allMatch(asked -> asked.startsWith("/acme/"));
  }

  @Test
  void nothingWasPushedToWhatIsNotTheSessions() throws Exception {
    assertThat(host.git("acme/readonly", "for-each-ref", "--format=%(refname)"))
        .isEqualTo("refs/heads/main\n");
    assertThat(host.git("acme/shop", "for-each-ref", "--format=%(refname)").lines())
        .containsExactlyInAnyOrder("refs/heads/main", hooked());
    assertThat(host.git("acme/shop", "show", "main:a.txt")).isEqualTo("of acme/shop\n");
  }

  private String hooked() {
    return "refs/heads/agent/" + id.substring(id.length() - 12) + "-try-hooked";
  }

  @Test
  void theLogAndThePageOfTheSessionShowNoToken() throws Exception {
    var events = installation.events(id).toString();
    assertThat(events)
        .contains("password=")
        .doesNotContain(TOKEN)
        .doesNotContainPattern(CREDENTIAL);
    var page =
        get(installation.client().baseUrl().resolve("/plain/sessions/" + id), Installation.TOKEN);
    assertThat(page).doesNotContain(TOKEN).doesNotContainPattern(CREDENTIAL);
  }

  @Test
  void noDiskHoldsTheTokenAndNoLogACredential() throws Exception {
    for (var place :
        List.of(installation.work(), directory.resolve("worker-1"), installation.home())) {
      assertThat(holding(place, text -> TOKEN.stream().anyMatch(text::contains))).isEmpty();
    }
    try (var logs = Files.newDirectoryStream(directory, "*.log")) {
      for (var log : logs) {
        assertThat(Programs.read(log))
            .as("%s", log)
            .doesNotContain(TOKEN)
            .doesNotContainPattern(CREDENTIAL);
      }
    }
  }

  private static List<Path> holding(Path place, java.util.function.Predicate<String> what)
      throws IOException {
    try (var files = Files.walk(place)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> what.test(Programs.read(file)))
          .toList();
    }
  }

  @Test
  void whatWasFoundIsOfNoUseAfterTheSession() throws Exception {
    var found = new TreeSet<String>();
    var places = new StringBuilder(Programs.read(installation.work().resolve("after.job")));
    for (var way : Way.values()) {
      places.append(shown(way)).append(decoded(shown(way))).append(told(way));
    }
    CREDENTIAL.matcher(places).results().forEach(one -> found.add(one.group()));
    assertThat(found).hasSizeGreaterThan(5);

    var session = "/v3/organizations/%s/sessions/%s".formatted(installation.org(), id);
    assertThat(installation.client().request("DELETE", session, Query.NONE, null).status())
        .isLessThan(300);
    installation.awaitStatus(id, "exit", null);

    for (var credential : found) {
      for (var repository : List.of("acme/shop", "acme/second", "acme/readonly", "acme/echo200")) {
        var at =
            "/gateway/git/%s/%s/info/refs?service=git-upload-pack"
                .formatted(host.host(), repository);
        assertThat(get(installation.client().baseUrl().resolve(at), "agent", credential))
            .startsWith("401");
      }
    }
  }

  private static String get(URI at, String bearer) throws Exception {
    return get(at, HttpRequest.newBuilder(at).header("Authorization", "Bearer " + bearer));
  }

  private static String get(URI at, String user, String password) throws Exception {
    var pair = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
    return get(at, HttpRequest.newBuilder(at).header("Authorization", "Basic " + pair));
  }

  private static String get(URI at, HttpRequest.Builder request) throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      var answer = http.send(request.uri(at).build(), BodyHandlers.ofString());
      return answer.statusCode() + " " + answer.body();
    }
  }
}
