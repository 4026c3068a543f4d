package io.agentservice.worker.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The user as whom a root worker runs its remotes. Root opens and follows nothing that this user
 * can change: that is done as the user.
 *
 * @param name in the machine's list of users, or the number
 * @param home of the user; null: each session gets one in its state
 */
public record RunAs(String name, int user, int group, @Nullable Path home) {
  /** Not {@code /proc/self}, a link of root's. */
  private static final Path SELF = Path.of("/proc", Long.toString(ProcessHandle.current().pid()));

  private static final Path ROOT = Path.of("/");
  private static final Path USERS = Path.of("/etc/passwd");
  private static final Path GROUPS = Path.of("/etc/group");
  private static final int SECONDS = 60; // for a tree of files to be deleted

  /** Of the worker's own directories and desktop: of no use to another user. */
  private static final List<String> NOT_FOR_OTHERS =
      List.of("TMPDIR", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY");

  /**
   * Looks up {@code USER[:GROUP]}, names or numbers, and becomes it once, for a try.
   *
   * @throws IllegalArgumentException when remotes can't run so; one line that says why
   */
  public static RunAs of(String words) {
    try {
      var hindrance = hindrance();
      if (hindrance != null) {
        throw refused(hindrance);
      }
      var found = lookUp(USERS, GROUPS, words.split(":", 2));
      if (found.user == 0 || found.group == 0) {
        throw refused("'" + words + "' is root's: name a user and group of their own");
      }
      var result = found.run(ROOT, "true");
      if (result.exitCode != 0) {
        throw refused("cannot become '%s': %s".formatted(words, result.output.strip()));
      }
      return found;
    } catch (IOException e) {
      throw refused("cannot become '%s': %s".formatted(words, e.getMessage()));
    }
  }

  /** Why a worker like this process can run remotes as no user; null when it can. */
  public static @Nullable String hindrance() throws IOException {
    return !isRoot()
        ? "only a worker that runs as root, on Linux, can give sessions another user"
        : setpriv().isEmpty() ? "there is no program setpriv; it is part of util-linux" : null;
  }

  private static Optional<String> setpriv() {
    return Stream.of("/usr/bin/setpriv", "/bin/setpriv")
        .filter(file -> Files.isExecutable(Path.of(file)))
        .findFirst();
  }

  static RunAs lookUp(Path users, Path groups, String... words) throws IOException {
    var name = words[0];
    var account = entry(users, 7, name);
    int user = number("user", name, account.map(fields -> fields.get(2)));
    int group =
        words.length == 1
            ? number("group of the user", name, account.map(fields -> fields.get(3)))
            : number("group", words[1], entry(groups, 4, words[1]).map(fields -> fields.get(2)));
    var home = account.map(fields -> Path.of(fields.get(5)));
    return new RunAs(
        name, user, group, home.isPresent() && isHome(home.get(), user) ? home.get() : null);
  }

  /** The fields of a name or number in a list of the machine's. */
  private static Optional<List<String>> entry(Path list, int fields, String word)
      throws IOException {
    try (var lines = Files.lines(list)) {
      return lines
          .map(line -> List.of(line.split(":", -1)))
          .filter(entry -> entry.size() == fields)
          .filter(entry -> entry.get(0).equals(word) || entry.get(2).equals(word))
          .findFirst();
    }
  }

  /** The number that a list has for the word, else the word. */
  private static int number(String what, String word, Optional<String> listed) {
    var text = listed.orElse(word);
    if (!text.matches("[0-9]{1,9}") || (listed.isEmpty() && what.startsWith("group of"))) {
      throw refused("this machine has no %s '%s'".formatted(what, word));
    }
    return Integer.parseInt(text);
  }

  private static boolean isHome(Path directory, int user) throws IOException {
    return directory.isAbsolute() && Files.isDirectory(directory) && owner(directory) == user;
  }

  static IllegalArgumentException refused(String why) {
    return new IllegalArgumentException("--run-as: " + why);
  }

  private static boolean isRoot() throws IOException {
    return Files.exists(SELF) && owner(SELF) == 0;
  }

  /** The number of the file's owner; of a link, not of its target. */
  static int owner(Path path) throws IOException {
    return (Integer) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
  }

  static RunAs ownerOf(Path path) throws IOException {
    int user = owner(path);
    int group = (Integer) Files.getAttribute(path, "unix:gid", LinkOption.NOFOLLOW_LINKS);
    return new RunAs(Integer.toString(user), user, group, null);
  }

  /**
   * What comes before a command to run it as the user, for good. Throws when this machine can't.
   */
  public List<String> prefix() throws IOException {
    return List.of(
        setpriv().orElseThrow(() -> new IOException("there is no program setpriv")),
        "--reuid=" + user,
        "--regid=" + group,
        "--clear-groups",
        "--inh-caps=-all",
        "--no-new-privs");
  }

  /** Variables of root's adapted to this user. */
  Map<String, String> adapt(Map<String, String> variables, Path state) {
    var adapted = new TreeMap<>(variables);
    adapted.keySet().removeAll(NOT_FOR_OTHERS);
    var own = home == null ? state.resolve("home") : home;
    adapted.putAll(Map.of("HOME", own.toString(), "USER", name, "LOGNAME", name));
    return adapted;
  }

  /**
   * Lets the user pass through, but not list, the worker's directories. Throws
   * IllegalArgumentException when that is not enough.
   */
  void letThrough(List<Path> directories) throws IOException {
    for (var directory : directories) {
      letPass(directory);
      if (!can("test -x \"$0\"", directory)) {
        throw refused(
            "%s can't enter %s; name a directory in a place like /var/lib"
                .formatted(name, directory));
      }
    }
  }

  /** Why sessions of this user can't work in a directory; null when they can. */
  public @Nullable String obstacle(Path workingDirectory) throws IOException {
    return can("test -x \"$0\" && test -w \"$0\"", workingDirectory)
        ? null
        : "%s can't work in %s; start the worker in a directory of this user's"
            .formatted(name, workingDirectory);
  }

  /** Whether the user gets into a directory. */
  public boolean enters(Path directory) throws IOException {
    return can("test -x \"$0\"", directory);
  }

  private boolean can(String test, Path path) throws IOException {
    return run(ROOT, "/bin/sh", "-c", test, path.toString()).exitCode == 0;
  }

  static void letPass(Path directory) throws IOException {
    var permissions = EnumSet.copyOf(Files.getPosixFilePermissions(directory));
    if (permissions.add(PosixFilePermission.OTHERS_EXECUTE)) {
      Files.setPosixFilePermissions(directory, permissions);
    }
  }

  /** Gives the user a directory or socket in a place that only root can change. */
  public void own(Path directory) throws IOException {
    Files.setAttribute(directory, "unix:gid", group, LinkOption.NOFOLLOW_LINKS);
    Files.setAttribute(directory, "unix:uid", user, LinkOption.NOFOLLOW_LINKS);
  }

  /** Deletes what is in a directory of the user's, write-protected directories too. */
  void empty(Path directory) throws IOException {
    run(directory, "/bin/sh", "-c", "chmod -R u+rwx . ; find . -mindepth 1 -delete");
  }

  /** {@code exitCode} is -1 when the program took too long. */
  record Result(int exitCode, String output) {}

  /** Runs a program as the user, to its end. */
  Result run(Path directory, String... words) throws IOException {
    var command = new ArrayList<>(prefix());
    command.addAll(Arrays.asList(words));
    var output = Files.createTempFile("agent-run-as", ".out");
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().keySet().retainAll(List.of("PATH")); // ours holds the worker's token
    builder.redirectInput(ProcessGroup.nothing()).redirectErrorStream(true);
    try {
      var process = builder.redirectOutput(output.toFile()).start();
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return new Result(-1, "it takes too long");
      }
      return new Result(
          process.exitValue(), new String(Files.readAllBytes(output), StandardCharsets.UTF_8));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return new Result(-1, "interrupted");
    } finally {
      Files.deleteIfExists(output);
    }
  }
}
