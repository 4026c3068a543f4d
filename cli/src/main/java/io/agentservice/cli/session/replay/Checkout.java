package io.agentservice.cli.session.replay;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Brings the work trees of a session's beginning into an empty directory. The file that names them
 * may be anybody's: nothing of it leads out of the directory, and git asks nobody elsewhere unless
 * whoever replays wants that.
 *
 * @param clones whether git may fetch what the file names
 * @param tell hears what is not as it was
 */
record Checkout(Recording recording, boolean clones, Consumer<String> tell) {
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{4,64}");

  private static final Map<String, String> AUTHOR =
      Map.of("user.name", "Replay", "user.email", "replay@localhost");

  /** No questions: nobody sits there. And no helpers that run programs which an address names. */
  private static final Map<String, String> QUIETLY =
      Map.of("GIT_TERMINAL_PROMPT", "0", "GIT_ALLOW_PROTOCOL", "file:git:http:https:ssh");

  /** Answers where the session works, in or below that directory. */
  Path into(Path empty) {
    var around = around();
    var work = around == null ? empty : empty.resolve(around).normalize();
    requireInside(empty, work, String.valueOf(recording.directory()));
    for (var source : recording.sources()) {
      var target = isAround(source) ? empty : work.resolve(source.directory()).normalize();
      requireInside(empty, target, source.directory());
      bring(source, target);
    }
    requireInside(empty, work, String.valueOf(recording.directory())); // a tree may hold links
    try {
      return Files.createDirectories(work);
    } catch (IOException e) {
      throw CommandFailure.usage("can't make %s: %s".formatted(work, e.getMessage()), null);
    }
  }

  private static void requireInside(Path empty, Path target, String recorded) {
    if (!Inside.holds(empty, target)) {
      throw CommandFailure.usage(
          "the session worked outside of its working directory: " + recorded,
          "check it out yourself, and name the directory with --in");
    }
  }

  /** The working directory as seen from a work tree that it is in; null when it is in none. */
  private @Nullable Path around() {
    var then = recording.directory();
    return then == null
        ? null
        : recording.sources().stream()
            .filter(this::isAround)
            .map(source -> plain(source.directory()).relativize(plain(then)))
            .findFirst()
            .orElse(null);
  }

  private boolean isAround(Recording.Source source) {
    var then = recording.directory();
    return then != null
        && source.directory().startsWith("/")
        && plain(then).startsWith(plain(source.directory()));
  }

  private static Path plain(String recorded) {
    return Path.of(recorded).normalize();
  }

  private void bring(Recording.Source source, Path target) {
    var commit = source.commit();
    if (commit == null) {
      git(target.getParent(), "init", "-q", "--", target.toString());
      tell.accept(
          "%s had no commit: its files are not in the export".formatted(source.directory()));
      return;
    }
    if (!COMMIT.matcher(commit).matches()) {
      throw CommandFailure.usage("'%s' is no commit".formatted(commit), null);
    }
    var address = address(source, commit);
    var to = target.toString();
    git(target.getParent(), "clone", "-q", "--no-checkout", "--no-hardlinks", "--", address, to);
    var branch = source.branch();
    if (branch == null || branch.startsWith("-")) {
      git(target, "checkout", "-q", "--detach", commit);
    } else {
      git(target, "checkout", "-q", "-B", branch, commit);
    }
    if (source.address() == null) {
      origin(Path.of(address), target);
      author(Path.of(address), target);
    } else {
      author(target, target);
    }
    var tree = git(target, "rev-parse", "HEAD^{tree}").strip();
    if (source.tree() != null && !tree.equals(source.tree())) {
      tell.accept(
          "%s had changes that were not committed, or files that git did not know: they are not in the export"
              .formatted(source.directory()));
    }
  }

  /** That of the repository here, which the clone is not to come from. */
  private static void origin(Path from, Path target) {
    var own = setting(from, "remote.origin.url");
    if (own.isEmpty()) {
      git(target, "remote", "remove", "origin");
    } else {
      git(target, "config", "remote.origin.url", own.replaceFirst("://[^/@]*@", "://"));
    }
  }

  private static String setting(Path directory, String name) {
    return Program.tryRun(directory, words("config", "--get", name), QUIETLY)
        .map(result -> result.output().strip())
        .orElse("");
  }

  /** Commits need one: that of the repository here, else any. */
  private static void author(Path from, Path target) {
    for (var setting : AUTHOR.entrySet()) {
      var own = setting(from, setting.getKey());
      git(target, "config", setting.getKey(), own.isEmpty() ? setting.getValue() : own);
    }
  }

  /** Elsewhere, or where the session worked if that was on this machine. */
  private String address(Recording.Source source, String commit) {
    var elsewhere = source.address();
    if (elsewhere != null) {
      if (!clones) {
        throw CommandFailure.usage(
            "the session began with " + elsewhere,
            "with --clone git fetches it, as you; or check it out, and name the directory with --in");
      }
      return elsewhere;
    }
    var then = recording.directory();
    var place =
        then == null
            ? Path.of(source.directory())
            : Path.of(then).resolve(source.directory()).normalize();
    boolean here =
        Files.isDirectory(place)
            && Program.tryRun(place, words("cat-file", "-e", commit + "^{commit}"), QUIETLY)
                .filter(result -> result.exitCode() == 0)
                .isPresent();
    if (!here) {
      throw CommandFailure.usage(
          "what the session worked on is not on this machine: %s at %s".formatted(place, commit),
          "check out that commit, and name the directory with --in");
    }
    return place.toString();
  }

  private static String git(@Nullable Path directory, String... words) {
    var place = directory == null ? Path.of("/") : directory;
    try {
      Files.createDirectories(place);
    } catch (IOException e) {
      throw CommandFailure.usage("can't make %s: %s".formatted(place, e.getMessage()), null);
    }
    var result =
        Program.tryRun(place, words(words), QUIETLY, LONGEST)
            .orElseThrow(
                () -> CommandFailure.usage("git is not installed", "install it and try again"));
    if (result.exitCode() != 0) {
      throw CommandFailure.usage(
          "git %s failed: %s".formatted(words[0], result.said().strip()),
          "check out what the session worked on, and name the directory with --in");
    }
    return result.output();
  }

  private static List<String> words(String... words) {
    var command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(words));
    return command;
  }
}
