package io.agentservice.postgres;

import io.agentservice.postgres.machine.Command;
import io.agentservice.postgres.machine.Deadline;
import io.agentservice.postgres.machine.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** As whom PostgreSQL runs, which refuses to be root; each way execs the program. */
sealed interface RunAs {
  /** The ordinary case. */
  record Ourselves() implements RunAs {}

  /** Nobody inside a user namespace, ourselves outside. Many containers forbid it. */
  record Namespace(int user, int group) implements RunAs {}

  /** As a user that exists on this machine, to whom the directory is given. */
  record Account(int user, int group) implements RunAs {}

  /** What comes before the program. */
  default Command prefix() {
    return switch (this) {
      case Ourselves _ -> Command.of();
      case Namespace _ -> Command.of("unshare", "--user");
      case Account account ->
          Command.of(
              "setpriv", "--reuid=" + account.user, "--regid=" + account.group, "--clear-groups");
    };
  }

  /** Gives the directory to the user, where it is another's. */
  default void own(Path directory) throws IOException {
    switch (this) {
      case Ourselves _ -> {}
      case Namespace us -> own(directory, us.user, us.group);
      case Account account -> own(directory, account.user, account.group);
    }
  }

  /** Gives the user all of the directory. */
  default void ownAll(Path directory) throws IOException {
    switch (this) {
      case Ourselves _ -> {}
      case Namespace us -> Trees.give(directory, us.user, us.group);
      case Account account -> Trees.give(directory, account.user, account.group);
    }
  }

  private static void own(Path directory, int user, int group) throws IOException {
    Path data = directory.resolve("data");
    if (attribute(directory, "unix:uid") != user
        || (Files.exists(data) && attribute(data, "unix:uid") != user)) {
      Trees.give(directory, user, group);
    }
  }

  /** Tries the ways with {@code probe}, which changes nothing. */
  static RunAs choose(Path directory, Command probe, Deadline deadline)
      throws IOException, InterruptedException {
    if (!root()) {
      return named() ? new Ourselves() : chooseWithoutName(directory, probe, deadline);
    }
    for (RunAs way : waysOfRoot(directory)) {
      if (way.reaches(directory, probe, deadline)) {
        return way;
      }
    }
    requireRunning(directory, probe, deadline);
    throw new EmbeddedPostgresException(
        "PostgreSQL does not run as root, this machine forbids user namespaces, and no user "
            + "'postgres' or 'nobody' can reach "
            + directory
            + ". Run as an ordinary user, or set AGENT_HOME to a directory that such a user can"
            + " enter, as in /var/lib.");
  }

  /** Where nobody can run the programs, the user is not what is wrong. */
  private static void requireRunning(Path directory, Command probe, Deadline deadline)
      throws IOException, InterruptedException {
    var result = probe.run(directory, deadline);
    if (!result.success()) {
      throw new EmbeddedPostgresException(
          "PostgreSQL can't run on this machine: %s. Install what is missing (the package libstdc++6 or libstdc++), or set AGENT_DATABASE_URL."
              .formatted(ServerLog.reason(result.output())));
    }
  }

  /** How root's data came about, by their owner; empty without data or when we aren't root. */
  static Optional<RunAs> ownerOf(Path data) throws IOException {
    if (Files.notExists(data) || !root()) {
      return Optional.empty();
    }
    int user = attribute(data, "unix:uid");
    return Optional.of(user == 0 ? namespace() : new Account(user, attribute(data, "unix:gid")));
  }

  /** Its initdb wants a name, and in a namespace every user is the machine's "nobody". */
  private static RunAs chooseWithoutName(Path directory, Command probe, Deadline deadline)
      throws IOException, InterruptedException {
    RunAs way = namespace();
    if (Command.exists("unshare") && way.reaches(directory, probe, deadline)) {
      return way;
    }
    throw new EmbeddedPostgresException(
        ("The user id %d has no name, which PostgreSQL wants, and this machine forbids user"
                + " namespaces. Add a line for it to /etc/passwd, run as a user that has one, or"
                + " set AGENT_DATABASE_URL.")
            .formatted(attribute(Path.of("/proc/self"), "unix:uid")));
  }

  private boolean reaches(Path directory, Command probe, Deadline deadline)
      throws IOException, InterruptedException {
    Path home = Objects.requireNonNull(directory.getParent());
    var before = Files.getPosixFilePermissions(home);
    if (this instanceof Account) {
      // To enter his own directory he passes through ours; he can't list it, and every file in it
      // is its owner's only.
      var passable = EnumSet.copyOf(before);
      passable.add(PosixFilePermission.OTHERS_EXECUTE);
      Files.setPosixFilePermissions(home, passable);
    }
    boolean success = prefix().and(probe).run(directory, deadline).success();
    if (!success && this instanceof Account) {
      Files.setPosixFilePermissions(home, before);
    }
    return success;
  }

  private static List<RunAs> waysOfRoot(Path directory) throws IOException {
    var ways = new ArrayList<RunAs>();
    boolean changesUser = Command.exists("setpriv");
    if (changesUser && attribute(directory, "unix:uid") != 0) {
      // Data that has an owner keeps it: a server that survived can be stopped only by the same.
      ways.add(new Account(attribute(directory, "unix:uid"), attribute(directory, "unix:gid")));
    }
    if (Command.exists("unshare")) {
      ways.add(namespace());
    }
    if (changesUser) {
      account("postgres").ifPresent(ways::add);
      account("nobody").ifPresent(ways::add);
    }
    return ways;
  }

  /** The account of this name in the machine's own list, if it is not root by another name. */
  static Optional<Account> account(String name) throws IOException {
    try (var lines = Files.lines(Path.of("/etc/passwd"))) {
      return lines
          .map(line -> line.split(":", -1))
          .filter(fields -> fields.length > 3 && fields[0].equals(name) && !fields[2].equals("0"))
          .map(fields -> new Account(Integer.parseInt(fields[2]), Integer.parseInt(fields[3])))
          .findFirst();
    }
  }

  private static Namespace namespace() throws IOException {
    Path self = Path.of("/proc/self");
    return new Namespace(attribute(self, "unix:uid"), attribute(self, "unix:gid"));
  }

  /** Java found our user in the machine's lists. */
  private static boolean named() {
    return !"?".equals(System.getProperty("user.name"));
  }

  static boolean root() throws IOException {
    Path self = Path.of("/proc/self");
    // Linux tells who we are, whatever name that user has; elsewhere the name has to do.
    return Files.exists(self)
        ? attribute(self, "unix:uid") == 0
        : "root".equals(System.getProperty("user.name"));
  }

  private static int attribute(Path path, String name) throws IOException {
    return (Integer) Files.getAttribute(path, name);
  }
}
