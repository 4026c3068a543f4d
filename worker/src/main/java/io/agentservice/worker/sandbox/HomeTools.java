package io.agentservice.worker.sandbox;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Programs that people install in their home: seen behind walls, though the home is not. */
public final class HomeTools {
  /** None of these holds a credential. */
  private static final List<String> KNOWN =
      List.of(
          ".asdf",
          ".bun/bin",
          ".cargo/bin",
          ".deno/bin",
          ".dotnet",
          ".jenv",
          ".local/bin",
          ".local/lib",
          ".local/share/mise",
          ".local/share/uv",
          ".nvm",
          ".pyenv",
          ".rbenv",
          ".rustup",
          ".sdkman/candidates",
          ".volta",
          "go/bin");

  private HomeTools() {}

  /**
   * Directories of programs that are there.
   *
   * @param path the directories of {@code PATH}
   */
  public static List<Path> in(Path home, List<Path> path) {
    return Stream.concat(
            KNOWN.stream().map(home::resolve), path.stream().filter(each -> each.startsWith(home)))
        .filter(each -> !each.equals(home))
        .filter(each -> Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
        .toList();
  }
}
