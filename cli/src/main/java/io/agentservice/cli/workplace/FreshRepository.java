package io.agentservice.cli.workplace;

import io.agentservice.cli.process.Program;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A directory of files that becomes a repository with one commit, whatever git's settings are. */
public final class FreshRepository {
  private static final Map<String, String> AUTHOR =
      Map.of(
          "GIT_AUTHOR_NAME",
          "agent demo",
          "GIT_AUTHOR_EMAIL",
          "demo@example.com",
          "GIT_COMMITTER_NAME",
          "agent demo",
          "GIT_COMMITTER_EMAIL",
          "demo@example.com");

  private FreshRepository() {}

  public static void make(Path directory) {
    Program.run(directory, List.of("git", "init", "-q", "-b", "main"), Map.of());
    Program.run(directory, List.of("git", "add", "-A"), Map.of());
    Program.run(
        directory,
        List.of(
            "git",
            "-c",
            "commit.gpgsign=false",
            "commit",
            "-q",
            "--allow-empty",
            "--no-verify",
            "-m",
            "As it was"),
        AUTHOR);
  }
}
