package io.agentservice.worker.process;

import io.agentservice.worker.files.OwnerOnly;
import io.agentservice.worker.git.Mirrors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code sessions/<session_id>}, what stays of a session on this machine, for its owner only. The
 * remote's state, plus {@code remote.pid}, {@code remote.log} and, until the session is known to
 * sleep, {@code unfinished}. A remote of another user keeps its state in {@code state}. It may not
 * exist yet.
 */
public record SessionDirectory(Path path) {
  /** An id becomes a file name: nothing in it may lead elsewhere. */
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

  private static final String UNFINISHED = "unfinished";
  private static final String STATE = "state";

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  /** Its owner can't list it: the names of others' organizations are no session's business. */
  private static final Set<PosixFilePermission> PASS_AND_ADD =
      PosixFilePermissions.fromString("-wx------");

  /** Throws IllegalArgumentException when the id is no file name. */
  public static SessionDirectory of(Path dataDirectory, String sessionId) {
    if (!ID.matcher(sessionId).matches()) {
      throw new IllegalArgumentException("'" + sessionId + "' is no session id");
    }
    return new SessionDirectory(
        dataDirectory.toAbsolutePath().resolve("sessions").resolve(sessionId));
  }

  /** Those of all sessions; ignores other files. */
  public static List<SessionDirectory> all(Path dataDirectory) throws IOException {
    return children(dataDirectory.toAbsolutePath().resolve("sessions")).stream()
        .filter(path -> ID.matcher(path.getFileName().toString()).matches())
        .filter(Files::isDirectory)
        .map(SessionDirectory::new)
        .toList();
  }

  public String sessionId() {
    return path.getFileName().toString();
  }

  /**
   * Notes who serves the session, so that the directory goes with it.
   *
   * @param service any words for it, on one line; workers leave others' sessions alone
   * @param outpostId where it is queued: another account's worker does not know it
   */
  public void begin(String service, String outpostId) throws IOException {
    create();
    Files.writeString(
        ownerFile(UNFINISHED),
        service + "\n" + outpostId + "\n",
        StandardOpenOption.TRUNCATE_EXISTING);
  }

  /** The session is asleep: its files stay. */
  public void keep() throws IOException {
    Files.deleteIfExists(path.resolve(UNFINISHED));
  }

  /** The session is not known to be asleep; it was queued at the outpost. */
  public record Unfinished(SessionDirectory directory, String outpostId) {}

  /** The directories of this service's sessions that are not known to be asleep. */
  public static List<Unfinished> unfinished(Path dataDirectory, String service) throws IOException {
    var found = new ArrayList<Unfinished>();
    var sessions = dataDirectory.toAbsolutePath().resolve("sessions");
    for (var path : children(sessions)) {
      var words = linesOf(path.resolve(UNFINISHED));
      if (words.size() == 2 && words.getFirst().equals(service)) {
        found.add(new Unfinished(new SessionDirectory(path), words.getLast()));
      }
    }
    return found;
  }

  private static List<Path> children(Path directory) throws IOException {
    try (var paths = Files.list(directory)) {
      return paths.toList();
    } catch (NoSuchFileException _) {
      return List.of(); // none yet, or gone meanwhile
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static List<String> linesOf(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException _) {
      return List.of(); // none there, or gone meanwhile
    }
  }

  /** When the worker or the remote last changed something at its top. */
  public Instant lastUse() throws IOException {
    var last = Files.getLastModifiedTime(path);
    var all = new ArrayList<>(children(path));
    if (isApart()) {
      all.addAll(children(state()));
    }
    for (var child : all) {
      var time = Files.getLastModifiedTime(child, LinkOption.NOFOLLOW_LINKS);
      last = time.compareTo(last) > 0 ? time : last;
    }
    return last.toInstant();
  }

  /**
   * Where a remote keeps its state: apart from our own files when it must not reach those.
   *
   * @param apart it is another user's, or walled in
   */
  public Path state(boolean apart) {
    return apart ? path.resolve(STATE) : path;
  }

  /** Where the sessions keep mirrors of repositories: each user of remotes has its own. */
  Path mirrors(@Nullable RunAs user) {
    var data = path.toAbsolutePath().resolve("../..").normalize();
    return data.resolve(user == null ? "mirrors" : "mirrors-" + user.user());
  }

  /** Where walled-in sessions have theirs. */
  public static Mirrors walledMirrors(Path dataDirectory, @Nullable RunAs user) {
    var name = user == null ? "mirrors-walled" : "mirrors-walled-" + user.user();
    return new Mirrors(dataDirectory.toAbsolutePath().normalize().resolve(name));
  }

  /** Where the way out of its network is, when it has one of its own. */
  public Path network() {
    return path.resolve("network");
  }

  /** Beside that: where its remote connects to, for the next worker, whom no claim tells it. */
  public Path gateway() {
    return network().resolve("gateway");
  }

  /** Of a session whose network leads out as the machine's: the ports of that which it has, too. */
  public Path doors() {
    return path.resolve("doors");
  }

  /**
   * Makes the {@link #network}, for others to pass but not to list; a session that runs sees the
   * same one.
   */
  public Path makeNetwork() throws IOException {
    create();
    OwnerOnly.createDirectories(network());
    RunAs.letPass(network());
    return network();
  }

  /** Where the last remote kept its state. */
  public Path state() {
    return state(isApart());
  }

  /** Whether the last remote's files are not ours, be they our user's: we open none of them. */
  boolean isApart() {
    return Files.isDirectory(path.resolve(STATE), LinkOption.NOFOLLOW_LINKS);
  }

  /** The state's owner, if not the directory's. */
  private Optional<RunAs> owner() {
    var state = path.resolve(STATE);
    try {
      return Files.isDirectory(state, LinkOption.NOFOLLOW_LINKS)
              && posix(path)
              && RunAs.owner(state) != RunAs.owner(path)
          ? Optional.of(RunAs.ownerOf(state))
          : Optional.empty();
    } catch (IOException _) {
      return Optional.empty(); // gone meanwhile
    }
  }

  /**
   * Makes directory, state and mirrors for the user; null for ours.
   *
   * @param walled directories that a walled-in remote has in its state; empty: it is not walled in
   */
  void prepare(@Nullable RunAs user, List<Path> walled) throws IOException {
    create();
    var mirrors = mirrors(user);
    OwnerOnly.createDirectories(mirrors);
    if (user != null) {
      user.own(mirrors);
    }
    boolean apart = user != null || !walled.isEmpty();
    if (isApart() && (!apart || !isOf(user))) {
      deleteState(); // to the next remote this is a fresh machine
    }
    if (user != null) {
      RunAs.letPass(path);
    }
    if (apart) {
      OwnerOnly.createDirectories(state(true));
    }
    if (user != null) {
      user.own(state(true));
    }
    if (!walled.isEmpty()) {
      prepareWalledMirrors(user);
    }
    for (var directory : walled) {
      if (user == null) {
        OwnerOnly.createDirectories(directory);
      } else {
        user.run(state(true), "/bin/sh", "-c", "umask 077; mkdir -p \"$0\"", directory.toString());
      }
    }
  }

  private void prepareWalledMirrors(@Nullable RunAs user) throws IOException {
    var mirrors = walledMirrors(path.resolve("../.."), user);
    OwnerOnly.createDirectories(mirrors.shown());
    if (user != null) {
      RunAs.letPass(mirrors.directory());
      user.own(mirrors.shown());
    }
    Files.setPosixFilePermissions(mirrors.shown(), PASS_AND_ADD);
  }

  private boolean isOf(@Nullable RunAs user) {
    var owner = owner();
    return user == null ? owner.isEmpty() : owner.filter(o -> o.user() == user.user()).isPresent();
  }

  private void deleteState() throws IOException {
    var state = path.resolve(STATE);
    var owner = owner();
    if (owner.isPresent()) {
      owner.get().empty(state);
    } else {
      delete(state);
    }
    Files.deleteIfExists(state);
  }

  /** Makes the directory, mode 0700, also when it was there with another mode. */
  public void create() throws IOException {
    OwnerOnly.createDirectories(path);
    if (posix(path)) {
      Files.setPosixFilePermissions(path, OWNER_ONLY);
    }
  }

  /** Output of the remote, appended over restarts; mode 0600. */
  Path log() throws IOException {
    return ownerFile("remote.log");
  }

  /** Where the remote's output is, for a message to a person. */
  public Path logPath() {
    return path.resolve("remote.log");
  }

  private Path ownerFile(String name) throws IOException {
    var file = path.resolve(name);
    OwnerOnly.createFile(file);
    return file;
  }

  /** Atomic: a crash leaves no half line. */
  void writePid(RemotePid pid) throws IOException {
    var temporary = ownerFile("remote.pid.new");
    Files.writeString(
        temporary,
        "%d %s %s%n".formatted(pid.pid(), pid.start(), pid.leadsGroup() ? "group" : "single"),
        StandardOpenOption.TRUNCATE_EXISTING);
    Files.move(temporary, path.resolve("remote.pid"), StandardCopyOption.ATOMIC_MOVE);
  }

  /** What {@code remote.pid} says; empty when there is none or it is damaged. */
  Optional<RemotePid> readPid() {
    try {
      var words = Files.readString(path.resolve("remote.pid")).strip().split(" ", -1);
      return words.length != 3
          ? Optional.empty()
          : Optional.of(
              new RemotePid(Long.parseLong(words[0]), words[1], words[2].equals("group")));
    } catch (IOException | NumberFormatException _) {
      return Optional.empty();
    }
  }

  /** Removes the record of this remote, not that of a later one. */
  void forgetPid(RemotePid ended) {
    try {
      if (readPid().filter(ended::equals).isPresent()) {
        Files.deleteIfExists(path.resolve("remote.pid"));
      }
    } catch (IOException _) {
      // A stale one is harmless: the start time in it matches no living process.
    }
  }

  /**
   * Removes the directory, write-protected parts too (Go's module cache), not what links lead to.
   * Another worker may be doing the same.
   */
  public void delete() throws IOException {
    if (owner().isPresent()) {
      deleteState();
    }
    delete(path);
  }

  private static void delete(Path path) throws IOException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      if (posix(path)) {
        Files.setPosixFilePermissions(path, OWNER_ONLY);
      }
      for (var child : children(path)) {
        delete(child);
      }
    }
    Files.deleteIfExists(path);
  }

  private static boolean posix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
