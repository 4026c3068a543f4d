package io.agentservice.cli.demo;

import io.agentservice.cli.process.Browsers;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.process.Program;
import io.agentservice.cli.process.TreeCopy;
import io.agentservice.cli.service.Installation;
import io.agentservice.cli.workplace.FreshRepository;
import io.agentservice.client.http.CollectionClient;
import io.agentservice.client.http.Query;
import io.agentservice.postgres.machine.Trees;
import io.agentservice.wire.json.JsonException;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A small repository with a fault, and the recorded model that mends it.
 *
 * @param directory where it is kept; never changed
 * @param prompt the task
 * @param repository where a git host has it, from which the session is to take it; null when the
 *     session works in the repository itself
 * @param approvals what its agent asks about; null: as the organization says
 * @param mcpServers whose tools the session has, as the service takes them
 * @param sessions how many work at it at most: one, and those that its agent starts
 * @param browser whether its agent uses one
 */
public record Example(
    Path directory,
    String prompt,
    @Nullable HostedRepository repository,
    @Nullable String approvals,
    List<JsonObject> mcpServers,
    int sessions,
    boolean browser) {
  /** The file by which a directory is an example. */
  public static final String TRANSCRIPT = "transcript.json";

  private static final String MCP_SERVERS = "mcp.json";
  private static final String REPOSITORY = "repository.txt";
  private static final String APPROVALS = "approvals.txt";

  /** No example takes longer on a slow machine. */
  static final Duration LONGEST = Duration.ofMinutes(10);

  public Example {
    mcpServers = List.copyOf(mcpServers);
  }

  /** One of this installation by its name, or any by its directory. */
  public static Example named(String name) {
    var given = Path.of(name);
    var directory =
        Files.exists(given.resolve(TRANSCRIPT))
            ? given
            : Installation.current().map(i -> i.examples().resolve(name)).orElse(given);
    try {
      var transcript = JsonObject.parse(Files.readString(directory.resolve(TRANSCRIPT)));
      var servers = directory.resolve(MCP_SERVERS);
      var repository = word(directory.resolve(REPOSITORY));
      return new Example(
          directory.toAbsolutePath().normalize(),
          transcript.required("prompt"),
          repository == null ? null : HostedRepository.of(repository),
          word(directory.resolve(APPROVALS)),
          Files.exists(servers)
              ? JsonObject.parse(Files.readString(servers)).objects("servers")
              : List.of(),
          sessions(transcript),
          browses(transcript));
    } catch (IOException | JsonException _) {
      throw CommandFailure.usage(
          "there is no example " + name,
          "shell-backup, c-csv, java-textkit, node-links, node-board, perl-logs,"
              + " python-inventory, python-notes, python-durations, pull-request, merge-request and"
              + " awk-ledger are here");
    }
  }

  /** That of the transcript, and those of its children. */
  private static int sessions(JsonObject transcript) {
    var children = transcript.object("children");
    return 1
        + children.fields().keySet().stream()
            .mapToInt(name -> sessions(children.object(name)))
            .sum();
  }

  /** Whether it, or a child, calls the tool. */
  private static boolean browses(JsonObject transcript) {
    var children = transcript.object("children");
    return transcript.objects("turns").stream()
            .flatMap(turn -> turn.objects("tool_calls").stream())
            .anyMatch(call -> "browser".equals(call.text("name")))
        || children.fields().keySet().stream().anyMatch(name -> browses(children.object(name)));
  }

  /** The browser for its sessions; null when they need none. */
  @Nullable Path browserOf(Map<String, String> variables) {
    if (!browser) {
      return null;
    }
    return Browsers.find(variables)
        .orElseThrow(() ->
            CommandFailure.usage(
                name() + " needs a browser, and there is none",
                "install chromium or Google Chrome, or name its program by " + Browsers.VARIABLE));
  }

  /** Null without such a file. */
  private static @Nullable String word(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file).strip() : null;
  }

  /** Has the organization's sessions have these servers, and none that an earlier demo left. */
  void connect(CollectionClient servers) {
    for (var left : servers.list(Query.NONE).items()) {
      servers.delete(left.required("mcp_server_id"));
    }
    mcpServers.forEach(server -> servers.create(server, null));
  }

  public String name() {
    return directory.getFileName().toString();
  }

  public Path transcript() {
    return directory.resolve(TRANSCRIPT);
  }

  /** Makes it a git repository with one commit, in place of what is there. */
  public void unpack(Path workspace) {
    try {
      Trees.delete(workspace);
      TreeCopy.make(directory, workspace, Set.of(TRANSCRIPT, REPOSITORY, APPROVALS, MCP_SERVERS));
    } catch (IOException e) {
      throw CommandFailure.failed("can't copy " + directory + ": " + e, null);
    }
    FreshRepository.make(workspace);
  }

  /** Runs the repository's own tests. */
  Program.Result test(Path workspace) {
    var words = testCommand(workspace);
    return Program.tryRun(workspace, words)
        .orElseThrow(
            () -> CommandFailure.usage(words.getFirst() + " is not installed", "install it"));
  }

  /** As the README of each says. */
  public List<String> testCommand(Path workspace) {
    if (Files.exists(workspace.resolve("run-tests"))) {
      return List.of("./run-tests");
    }
    return Files.exists(workspace.resolve("tests/run.sh"))
        ? List.of("sh", "tests/run.sh")
        : List.of("python3", "-m", "unittest");
  }
}
