package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.client.http.Query;
import io.agentservice.llm.OpenAiWireServer;
import io.agentservice.llm.Part;
import io.agentservice.llm.Reply;
import io.agentservice.llm.Stop;
import io.agentservice.llm.Usage;
import io.agentservice.llm.WireServer;
import io.agentservice.wire.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/**
 * A task of 600 steps in a window of 32,768 tokens, with the real programs: in each of 200 files
 * the agent looks, edits what it saw and checks it. The model is on the network, decides by what it
 * is shown, and alone knows its window.
 */
@Tag("long")
@Tag("recorded")
@Timeout(300) // 600 commands and edits run
class LongTaskE2ET {
  private static final int FILES = 200;
  private static final Pattern MILLIS = Pattern.compile("timeout_ms = ([0-9]+)000");
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final String CHECK =
      """
      # sh check.sh [FILE...]: whether files have in seconds what they had in milliseconds
      [ $# -gt 0 ] || set -- services/*.conf
      bad=0
      for file; do
        seconds=$(git show "HEAD:$file" | sed -n 's/^timeout_ms = \\(.*\\)000$/\\1/p')
        if grep -q timeout_ms "$file" || ! grep -qx "timeout = \\"${seconds}s\\"" "$file"; then
          echo "wrong: $file"
          bad=$((bad + 1))
        fi
      done
      echo "$(($# - bad)) of $# are right"
      [ $bad -eq 0 ]
      """;

  @TempDir private Path directory;
  private final OpenAiWireServer provider = new OpenAiWireServer();
  private int file;
  private long all;
  private long cached;
  private final AtomicInteger steps = new AtomicInteger();
  private final AtomicInteger summaries = new AtomicInteger();
  private final List<String> prompts = new ArrayList<>();
  private Installation installation;

  @BeforeEach
  void start() throws Exception {
    provider.window(32_768).otherwise(this::next);
    installation = Installation.start(directory, provider.settings("local"));
    repository();
    installation.startWorker("worker-1");
  }

  @AfterEach
  void stop() {
    installation.close();
    provider.close();
  }

  private void repository() throws Exception {
    var work = installation.work();
    Files.createDirectories(work.resolve("services"));
    Files.writeString(work.resolve("check.sh"), CHECK);
    for (int i = 0; i < FILES; i++) {
      Files.writeString(
          work.resolve(path(i)),
          """
          # Service %1$d. Who changes this tells those who are on call.
          name = "service-%1$d"
          port = %2$d
          timeout_ms = %3$d000
          retries = 3
          log_level = "info"
          log_format = "one object of JSON a line, with the time in UTC and the id of the request"
          owners = ["platform", "team-%1$d"]
          """
                  .formatted(i, 20_000 + i, 1 + i % 60)
              + "# Nothing of what follows is to be changed.\n".repeat(20));
    }
    for (var command :
        List.of(
            "git init -q",
            "git add -A",
            "git -c user.name=T -c user.email=t@example.com commit -qm All")) {
      var process = new ProcessBuilder("sh", "-c", command).directory(work.toFile()).inheritIO();
      assertThat(process.start().waitFor()).isZero();
    }
  }

  private static String path(int number) {
    return "services/%03d.conf".formatted(number);
  }

  /** A summary when it has no tools, else the next step. */
  private synchronized Reply next(WireServer.Request request) {
    var usage = usage(request);
    if (!request.body().has("tools")) {
      return said("Summary number %d.".formatted(summaries.incrementAndGet()), null, usage);
    }
    var last = request.body().path("messages").valueStream().toList().getLast();
    boolean result = last.path("role").asString("").equals("tool");
    return step(result ? last.path("content").asString("") : null, usage);
  }

  /**
   * Three for each file, then the check of all, then the end. Where the result of the last step is
   * in no message any more, since all was summarized, it looks at the file again.
   */
  private Reply step(@Nullable String result, Usage usage) {
    int step = steps.incrementAndGet();
    if (result != null && result.startsWith("1 of 1 are right")) {
      file++;
    }
    if (result != null && result.startsWith(FILES + " of")) {
      return call(step, "", "finish", usage, "summary", "All services have seconds.");
    }
    if (file == FILES) {
      return call(step, "All are done; the check of all.", "bash", usage, "command", "sh check.sh");
    }
    var path = path(file);
    var millis = MILLIS.matcher(result == null ? "" : result);
    if (millis.find()) {
      var before = "timeout_ms = %s000".formatted(millis.group(1));
      var after = "timeout = \"%ss\"".formatted(millis.group(1));
      var why = "It has %s seconds, in milliseconds.".formatted(millis.group(1));
      return call(step, why, "edit", usage, "path", path, "old_text", before, "new_text", after);
    }
    return result != null && (result.startsWith("Edited") || result.contains("timeout = "))
        ? call(step, "", "bash", usage, "command", "sh check.sh " + path)
        : call(step, "Next is " + path + ".", "view", usage, "path", path);
  }

  private static Reply call(int step, String text, String tool, Usage usage, Object... input) {
    var use = new Part.ToolUse("call_" + step, tool, JSON.readTree(JsonObject.of(input).toJson()));
    return said(text, use, usage);
  }

  private static Reply said(String text, Part.@Nullable ToolUse use, Usage usage) {
    var parts = new ArrayList<Part>();
    if (!text.isEmpty()) {
      parts.add(new Part.Text(text));
    }
    if (use != null) {
      parts.add(use);
    }
    var stop = use == null ? Stop.END_TURN : Stop.TOOL_USE;
    return new Reply(parts, stop, usage, "local", List.of());
  }

  /** What of the prompt one of the two before began with, as caches of providers have it. */
  private Usage usage(WireServer.Request request) {
    var prompt = request.body().path("tools").toString() + request.body().path("messages");
    long known =
        prompts.reversed().stream().limit(2).mapToInt(one -> common(one, prompt)).max().orElse(0);
    prompts.add(prompt);
    all += prompt.length();
    cached += known;
    return new Usage((prompt.length() - known) / 4, 50, known / 4, 0);
  }

  private static int common(String one, String other) {
    int length = Math.min(one.length(), other.length());
    int same = 0;
    while (same < length && one.charAt(same) == other.charAt(same)) {
      same++;
    }
    return same;
  }

  @Test
  void sixHundredStepsChangeTwoHundredFilesAndTheCacheHoldsWhatWasSaid() throws Exception {
    var session =
        installation
            .client()
            .sessions(installation.org())
            .create(
                JsonObject.of(
                    "prompt", "Say timeouts in seconds; sh check.sh judges.", "title", "t"),
                null)
            .id();
    for (int bound : List.of(250, 500)) { // where the service asks whether to go on
      installation.await("%d steps".formatted(bound), () -> asks(session) && steps.get() >= bound);
      installation.client().sessions(installation.org()).message(session, "Go on.");
    }
    installation.awaitStatus(session, "running", "finished");

    assertThat(changedFiles()).isEqualTo(FILES);
    assertThat(steps.get()).isBetween(3 * FILES + 2, 3 * FILES + 20);
    var log = log(session);
    assertThat(data(log, "tool_result"))
        .hasSize(steps.get())
        .noneMatch(result -> result.isTrue("error"));
    assertThat(data(log, "context_summarized")).hasSizeGreaterThan(2);
    assertThat(data(log, "model_turn").stream().map(turn -> turn.text("broken")).distinct())
        .isSubsetOf(null, "shortened", "summarized");
    int refusals = provider.requests().size() - steps.get() - summaries.get();
    assertThat(refusals).isLessThan(4);
    assertThat((double) cached / all)
        .as("share of the prompts that a cache holds")
        .isGreaterThan(0.9);
  }

  private boolean asks(String session) {
    return "waiting_for_user".equals(installation.session(session).text("status_detail"));
  }

  private long changedFiles() throws Exception {
    var git =
        new ProcessBuilder("git", "diff", "--name-only", "HEAD", "--", "services")
            .directory(installation.work().toFile())
            .start();
    try (var lines = git.inputReader().lines()) {
      return lines.count();
    }
  }

  private List<JsonObject> log(String session) {
    var events = new ArrayList<JsonObject>();
    var path = "/v3/organizations/%s/sessions/%s/events".formatted(installation.org(), session);
    var page = installation.client().get(path, Query.NONE);
    while (!page.objects("items").isEmpty()) {
      events.addAll(page.objects("items"));
      page = installation.client().get(path, Query.of("after", page.number("last_seq", 0)));
    }
    return events;
  }

  private static List<JsonObject> data(List<JsonObject> log, String type) {
    return log.stream()
        .filter(event -> event.required("type").equals(type))
        .map(event -> event.object("data"))
        .toList();
  }
}
