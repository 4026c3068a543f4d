package io.agentservice.server.engine.setups;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

public record RepositorySetup(
    List<String> pullRepoCommands,
    List<String> updateDependenciesCommands,
    List<String> runLintCommands,
    List<String> runProjectCommands,
    @Nullable String repoNote) {

  /** What a prompt may have, but for the repository's name (completions.md 9). */
  private static final int MOST_BYTES = (1 << 20) - 8192;

  /** Whether it is more than a session can be told. */
  public boolean isTooLong() {
    return prompt("").getBytes(StandardCharsets.UTF_8).length > MOST_BYTES;
  }

  /** What the session is told that runs it. */
  String prompt(String repo) {
    return """
    Set up the repository %s for work: clone it unless it is there, then run these commands in its directory, in their \
    order. Report the task as done with the result of each; say of those that fail why.
    %s%s%s%s%s\
    """
        .formatted(
            repo,
            part("To bring it up to date", pullRepoCommands),
            part("For its dependencies", updateDependenciesCommands),
            part("For the linter", runLintCommands),
            part("To run it", runProjectCommands),
            repoNote == null ? "" : "\nNote:\n" + repoNote + "\n");
  }

  private static String part(String title, List<String> commands) {
    return commands.isEmpty()
        ? ""
        : commands.stream().collect(Collectors.joining("\n", "\n" + title + ":\n", "\n"));
  }
}
