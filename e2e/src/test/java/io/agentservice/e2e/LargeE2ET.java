package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The largest texts that the service takes, through every program that reads them. */
@Tag("long")
@Timeout(300) // several programs start, one after the other
class LargeE2ET {
  private static final Pattern WHOLE_MESSAGE =
      Pattern.compile("href=\"(/plain/sessions/[^\"]+/messages/[^\"]+)\"");

  /** The most that a prompt may have; quotes and lines are larger still in JSON and in HTML. */
  private static final String PROMPT = "\"\n".repeat(1 << 19);

  private static final int OUTPUT = 10 << 20;

  /** 10 MB in one line, and as much in control characters, which JSON writes with six each. */
  private static final String TRANSCRIPT =
      """
      {"name": "large", "turns": [
        {"text": "Much.", "tool_calls": [
          {"name": "bash", "input": {"command": "head -c %1$d /dev/zero | tr '\\\\0' x"}},
          {"name": "bash", "input": {"command": "head -c %1$d /dev/zero | tr '\\\\0' '\\\\1'; exit 3"}}]},
        {"tool_calls": [{"name": "finish", "input": {"summary": "Large."}}]}]}
      """
          .formatted(OUTPUT);

  @TempDir private static Path directory;
  private static CommandLine agent;
  private static CommandLine.Run up;

  @BeforeAll
  static void start() throws Exception {
    agent = new CommandLine(directory);
    up = agent.start(Map.of("AGENT_REPLAY_MODELS", "true"), "up", "--port", "0");
    up.await("the service", () -> up.output().contains("Ctrl-C ends"));
  }

  @AfterAll
  static void stop() throws Exception {
    up.process().destroy();
    up.exitCode();
    agent.close();
  }

  @Test
  void aPromptOf1MiBAndOutputOf10MBAreReadByRunEventsAndPage() throws Exception {
    var transcript = Files.writeString(directory.resolve("large.json"), TRANSCRIPT);
    var work = Files.createDirectory(directory.resolve("work"));

    var run =
        agent.start(
            "run", "-", "--in", work.toString(), "--model", "replay:" + transcript, "--json");
    run.type(PROMPT);
    run.process().getOutputStream().close();
    assertThat(run.exitCode()).as(run.errors()).isZero();
    areWhole(run.output());

    var id = JsonObject.parse(run.output().lines().toList().getLast()).object("session");
    var session = id.required("session_id");
    var events = agent.start("session", "events", session, "--json");
    assertThat(events.exitCode()).as(events.errors()).isZero();
    areWhole(events.output());

    var people = agent.start("session", "events", session);
    assertThat(people.exitCode()).as(people.errors()).isZero();
    assertThat(people.output()).contains("exit 0", "exit 3", "done: Large.").doesNotContain("\1");

    var page = page("/plain/sessions/" + session + "?all=true");
    assertThat(page).contains("finished, asleep", "</html>", "10,223,616 characters left out");
    assertThat(page.length()).as("of the prompt only its beginning").isLessThan(PROMPT.length());
    var whole = WHOLE_MESSAGE.matcher(page);
    assertThat(whole.find()).isTrue();
    assertThat(page(whole.group(1))).isEqualTo(PROMPT);
    assertThat(up.errors()).doesNotContain("failed");
  }

  private static void areWhole(String lines) {
    assertThat(data(lines, "user_message")).extracting(data -> data.text("text")).contains(PROMPT);
    assertThat(data(lines, "tool_result"))
        .filteredOn(data -> data.text("exit_code") != null)
        .extracting(data -> data.required("output").length())
        .hasSize(2)
        .allMatch(length -> length > 200_000);
    assertThat(data(lines, "finished")).hasSize(1);
  }

  private static List<JsonObject> data(String lines, String type) {
    return lines
        .lines()
        .map(JsonObject::parse)
        .filter(event -> type.equals(event.text("type")))
        .map(event -> event.object("data"))
        .toList();
  }

  /** As a person's browser gets it. */
  private static String page(String path) throws Exception {
    var url = up.output().lines().filter(line -> line.startsWith("web ")).findFirst().orElseThrow();
    var base = URI.create(url.substring("web ".length()).strip());
    var key = JsonObject.parse(Files.readString(agent.home().resolve("credentials.json")));
    try (var browser = HttpClient.newHttpClient()) {
      var form = "key=" + URLEncoder.encode(key.required("key"), StandardCharsets.UTF_8);
      var signIn =
          HttpRequest.newBuilder(base.resolve("/login"))
              .header("Content-Type", "application/x-www-form-urlencoded")
              .header("Origin", base.toString())
              .POST(HttpRequest.BodyPublishers.ofString(form));
      var cookie =
          send(browser, signIn).headers().firstValue("Set-Cookie").orElseThrow().split(";", -1)[0];
      var wanted = HttpRequest.newBuilder(base.resolve(path)).header("Cookie", cookie);
      var answer = send(browser, wanted);
      assertThat(answer.statusCode()).isEqualTo(200);
      return answer.body();
    }
  }

  private static HttpResponse<String> send(HttpClient browser, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return browser.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
