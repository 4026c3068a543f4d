package io.agentservice.server.agent.loop.changes;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.server.agent.loop.history.WorkTrees;
import io.agentservice.server.agent.loop.log.LoopEvent.AttachedFile;
import io.agentservice.server.base.ids.SessionId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** What the machine runs to look at its work trees: shell variables, then {@code changes.sh}. */
final class ChangesScript {
  private static final String TEXT = read("changes.sh");
  private static final int SHORT = 12;

  private ChangesScript() {}

  /** {@code placed}: files that are no work of the session; {@code commandId} marks its lines. */
  static String of(
      String commandId,
      SessionId session,
      boolean begin,
      WorkTrees known,
      List<AttachedFile> placed) {
    String begun =
        known.begun().stream()
            .map(tree ->
                "%s %s %s"
                    .formatted(
                        Objects.requireNonNullElse(tree.commit(), "-"),
                        tree.tree(),
                        tree.directory()))
            .collect(Collectors.joining("\n"));
    String trees =
        known.trees().entrySet().stream()
            .map(tree -> tree.getValue() + " " + tree.getKey())
            .collect(Collectors.joining("\n"));
    String files = placed.stream().map(AttachedFile::path).collect(Collectors.joining("\n"));
    String hex = session.hex();
    return variable("mark", mark(commandId).strip())
        + variable("session", hex.substring(hex.length() - SHORT))
        + variable("mode", begin ? "begin" : "save")
        + variable("begun", begun)
        + variable("known", trees)
        + variable("placed", files)
        + TEXT;
  }

  /** What begins the lines that are for the service; nothing in a repository can know it. */
  static String mark(String commandId) {
    return "[" + commandId + "] ";
  }

  static String remove(String scratch) {
    return variable("scratch", scratch) + "rm -rf \"$scratch\"\n";
  }

  private static String variable(String name, String value) {
    return name + "='" + value.replace("'", "'\\''") + "'\n";
  }

  private static String read(String name) {
    try (var in = Objects.requireNonNull(ChangesScript.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
