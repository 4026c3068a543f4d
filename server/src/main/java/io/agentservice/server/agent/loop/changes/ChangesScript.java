package io.agentservice.server.agent.loop.changes;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.server.agent.loop.history.WorkTrees;
import io.agentservice.server.agent.loop.log.LoopEvent.AttachedFile;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkSaved;
import io.agentservice.server.agent.loop.log.WorkTree;
import io.agentservice.server.agent.loop.session.CheckoutPlan;
import io.agentservice.server.base.ids.SessionId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the machine runs to look at its work trees: shell variables, then {@code changes.sh}. */
final class ChangesScript {
  private static final String TREES = read("trees.sh");
  private static final String TEXT = read("changes.sh");
  private static final String COMPARE = read("compare.sh");
  private static final String BASE = read("base.sh");
  private static final String RESTORE = read("restore.sh");
  private static final String NAMES = read("names.sh");

  /** No name of a branch: the one that the work tree is on. */
  static final String THIS_BRANCH = "=";

  private ChangesScript() {}

  /** {@code placed}: files that are no work of the session; {@code commandId} marks its lines. */
  static String of(
      String commandId, SessionId session, Mode mode, WorkTrees known, List<AttachedFile> placed) {
    String begun = begun(known.begun());
    String trees =
        known.trees().entrySet().stream()
            .map(tree -> tree.getValue() + " " + tree.getKey())
            .collect(Collectors.joining("\n"));
    String kept =
        Stream.concat(
                known.begun().stream()
                    .filter(tree ->
                        known.known().stream()
                            .noneMatch(now -> now.directory().equals(tree.directory())))
                    .map(tree -> kept(tree.tree(), tree.commit(), tree.directory())),
                known.known().stream().map(now -> kept(now.tree(), now.commit(), now.directory())))
            .collect(Collectors.joining("\n"));
    String files = placed.stream().map(AttachedFile::path).collect(Collectors.joining("\n"));
    return variable("mark", mark(commandId).strip())
        + variable("session", CheckoutPlan.shortId(session))
        + variable("mode", mode.name().toLowerCase(Locale.ROOT))
        + variable("begun", begun)
        + variable("known", trees)
        + variable("kept", kept)
        + variable("placed", files)
        + BASE
        + TREES
        + TEXT;
  }

  /** What differs, as a list for each work tree. */
  static String compareList(String commandId, SessionId session, Comparison comparison) {
    return compare(commandId, session, comparison, "list", new PatchForm(List.of(), 0, false));
  }

  /** What differs, as one patch. */
  static String comparePatch(
      String commandId, SessionId session, Comparison comparison, PatchForm form) {
    return compare(commandId, session, comparison, "patch", form);
  }

  private static String compare(
      String commandId, SessionId session, Comparison comparison, String mode, PatchForm form) {
    return variable("mark", mark(commandId).strip())
        + variable("session", CheckoutPlan.shortId(session))
        + variable("mode", mode)
        + variable("begun", begun(comparison.begun()))
        + variable("placed", String.join("\n", comparison.placed()))
        + variable("from", kept(comparison.from()))
        + variable("from_else", comparison.from().others())
        + variable("to", kept(comparison.to()))
        + variable("to_else", comparison.to().others())
        + variable("paths", String.join("\n", form.paths()))
        + variable("context", String.valueOf(form.context()))
        + variable("whitespace", form.ignoreWhitespace() ? "-w" : "")
        + BASE
        + TREES
        + COMPARE;
  }

  private static String kept(Comparison.Side side) {
    return side.trees().stream()
        .map(tree -> kept(tree.tree(), tree.commit(), tree.directory()))
        .collect(Collectors.joining("\n"));
  }

  /** What git says of the names in that directory. */
  static String names(String commandId, String directory, @Nullable List<WorkTree> begun) {
    return variable("mark", mark(commandId).strip())
        + variable("directory", directory)
        + variable("known", begun == null ? "" : "yes")
        + variable("begun", begun == null ? "" : begun(begun))
        + BASE
        + NAMES;
  }

  private static String begun(List<WorkTree> trees) {
    return trees.stream()
        .map(tree ->
            "%s %s %s"
                .formatted(
                    Objects.requireNonNullElse(tree.commit(), "-"), tree.tree(), tree.directory()))
        .collect(Collectors.joining("\n"));
  }

  private static String kept(String tree, @Nullable String commit, String directory) {
    return "%s %s %s".formatted(tree, Objects.requireNonNullElse(commit, "-"), directory);
  }

  /** What is looked for. */
  enum Mode {
    BEGIN,
    KEEP,
    SAVE
  }

  /** What begins the lines that are for the service; nothing in a repository can know it. */
  static String mark(String commandId) {
    return "[" + commandId + "] ";
  }

  /** A directory of the session's own for what comes from the service. */
  static String scratch(String commandId, SessionId session) {
    return variable("mark", mark(commandId).strip())
        + variable("session", CheckoutPlan.shortId(session))
        + """
        scratch=$(mktemp -d "${AGENT_REMOTE_STATE_DIR:-${TMPDIR:-/tmp}}/agent-changes-$session.XXXXXX") || exit 1
        printf '\\n%s scratch %s\\n\\n%s done \\n' "$mark" "$scratch" "$mark"
        """;
  }

  /** Brings kept work, whose bundle lies in that directory, into its work tree. */
  static String restore(
      String commandId,
      SessionId session,
      WorkSaved saved,
      @Nullable String branch,
      String scratch) {
    String place = saved.directory();
    return variable("mark", mark(commandId).strip())
        + variable("session", CheckoutPlan.shortId(session))
        + variable("directory", place.startsWith("/") || place.equals(".") ? place : "./" + place)
        + variable("bundle", scratch + "/bundle")
        + variable("head", Objects.requireNonNullElse(saved.commit(), "-"))
        + variable("branch", Objects.requireNonNullElse(branch, "-"))
        + variable("whole", saved.base() == null ? "yes" : "")
        + RESTORE;
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
