package io.agentservice.cli.home;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.wire.json.JsonException;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The data directory ({@code AGENT_HOME}), as far as commands use it: {@code credentials.json} and
 * {@code server.json}, both for the owner only.
 *
 * @param path absolute; may not exist yet
 */
public record Home(Path path) {
  private static final String CREDENTIALS = "credentials.json";
  private static final String SERVER = "server.json";
  private static final String OWNER = "rwx------";
  private static final String OWNER_FILE = "rw-------";

  /** {@code AGENT_HOME}, else {@code ~/.agent}. */
  public static Home of(Map<String, String> environment) {
    var set = environment.get("AGENT_HOME");
    var path =
        set == null || set.isBlank()
            ? userHome(environment).resolve(".agent")
            : Path.of(set.strip());
    return new Home(path.toAbsolutePath().normalize());
  }

  /** {@code HOME}, which people set; else what the system knows of the user. */
  private static Path userHome(Map<String, String> environment) {
    var set = environment.get("HOME");
    return Path.of(set == null || set.isBlank() ? System.getProperty("user.home") : set);
  }

  /** Another data directory inside this one. */
  public Home inside(String name) {
    return new Home(path.resolve(name));
  }

  /**
   * A server on this data directory.
   *
   * @param kind by what it was started
   * @param settings what it was started with
   */
  public record Server(String url, long pid, String version, Kind kind, ServiceSettings settings) {
    private JsonObject json() {
      return JsonObject.of(
          "url",
          url,
          "pid",
          pid,
          "version",
          version,
          "kind",
          kind.name().toLowerCase(Locale.ROOT),
          "settings",
          settings.marks());
    }

    private static Optional<Server> of(JsonObject json) {
      var marks = new HashMap<String, String>();
      json.object("settings").fields().forEach((name, mark) -> marks.put(name, mark.toString()));
      return Optional.ofNullable(json.text("url"))
          .map(url ->
              new Server(
                  url,
                  json.number("pid", 0),
                  String.valueOf(json.text("version")),
                  Kind.of(json.text("kind")),
                  new ServiceSettings(marks)));
    }
  }

  /** What started a server. */
  public enum Kind {
    /** {@code agent server} or a demo: it ends when it is told to. */
    SERVER,
    /** {@code agent up}: it ends with that, after the last one that uses it. */
    UP,
    /** A command that needed one: it ends after the last one that uses it. */
    SHARED;

    private static Kind of(@Nullable String word) {
      return Stream.of(values())
          .filter(kind -> kind.name().equalsIgnoreCase(word))
          .findFirst()
          .orElse(SERVER);
    }
  }

  public Path credentialsFile() {
    return path.resolve(CREDENTIALS);
  }

  /** What is kept; nothing in a new directory. */
  public Credentials credentials() {
    try {
      return read(CREDENTIALS).map(Credentials::of).orElse(Credentials.NONE);
    } catch (JsonException e) {
      throw unreadable(CREDENTIALS, e);
    }
  }

  public void write(Credentials credentials) {
    replace(CREDENTIALS, credentials.toJson());
  }

  /**
   * The server that runs on this directory; empty when there is none, also when a killed one left
   * its file: whoever listens at that address by now is not ours.
   */
  public Optional<Server> server() {
    try (var channel =
        FileChannel.open(path.resolve(SERVER), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      if (!lockedBySomebody(channel)) {
        return Optional.empty();
      }
      return Server.of(JsonObject.parse(text(channel)));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    } catch (IOException | JsonException e) {
      throw unreadable(SERVER, e);
    }
  }

  /** Shared, so that two who look at a time are not taken for a server. */
  private static boolean lockedBySomebody(FileChannel channel) throws IOException {
    try (var free = channel.tryLock(0, Long.MAX_VALUE, true)) {
      return free == null;
    } catch (OverlappingFileLockException _) {
      return true; // by this process
    }
  }

  private static String text(FileChannel channel) throws IOException {
    return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
  }

  /**
   * Writes where our server listens.
   *
   * @return proof for other commands that this process lives: to be kept open as long as the server
   *     listens. The system closes it when the process is killed, and nobody else can have it,
   *     since the file is the owner's
   */
  public FileChannel announce(Server server) {
    var temporary = temporary(SERVER, server.json());
    try {
      var channel = FileChannel.open(temporary, StandardOpenOption.WRITE);
      channel.lock(); // goes with the file, not with its name
      move(temporary, SERVER);
      return channel;
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /** Whether a server was killed: in order it forgets where it listens. Not while one runs. */
  public boolean serverWasKilled() {
    return Files.exists(path.resolve(SERVER));
  }

  public void forgetServer() {
    try {
      Files.deleteIfExists(path.resolve(SERVER));
    } catch (IOException _) {
      // A stale one is recognized by its lock.
    }
  }

  /**
   * The right to use this directory, until the process ends.
   *
   * @throws CommandFailure when another process has it
   */
  public FileChannel lock(String who) {
    makeDirectory();
    var file = path.resolve("lock");
    try {
      var how = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      var channel = FileChannel.open(file, how, mode(OWNER_FILE));
      if (channel.tryLock() != null) {
        return channel;
      }
      channel.close();
    } catch (IOException e) {
      throw unusable(e);
    }
    throw CommandFailure.failed(
        "another " + who + " is running in " + path,
        "wait for its end, or set AGENT_HOME to another directory");
  }

  /** Makes the directory, for the owner only. */
  void makeDirectory() {
    makeDirectory(path, OWNER);
  }

  /** A directory inside this one, for the owner only; made when it is not there. */
  public Path directory(String name) {
    makeDirectory();
    var inside = path.resolve(name);
    makeDirectory(inside, OWNER);
    return inside;
  }

  /** A file inside this directory, for the owner only; made when it is not there. */
  public Path file(String name) {
    makeDirectory();
    var inside = path.resolve(name);
    try {
      Files.createFile(inside, mode(OWNER_FILE));
    } catch (FileAlreadyExistsException _) {
      // As it was made the first time.
    } catch (IOException e) {
      throw unusable(e);
    }
    return inside;
  }

  /** An empty file in place of what is there. */
  public void anew(String name) {
    try {
      Files.deleteIfExists(path.resolve(name));
    } catch (IOException e) {
      throw unusable(e);
    }
    file(name);
  }

  private void makeDirectory(Path directory, String permissions) {
    try {
      if (!Files.isDirectory(directory)) {
        Files.createDirectories(directory, mode(permissions));
      }
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private Optional<JsonObject> read(String name) {
    try {
      return Optional.of(JsonObject.parse(Files.readString(path.resolve(name))));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    } catch (IOException e) {
      throw unreadable(name, e);
    }
  }

  private CommandFailure unreadable(String name, Exception e) {
    return CommandFailure.usage(
        "%s can't be read: %s".formatted(path.resolve(name), reason(e)), "repair or remove it");
  }

  /** Writes a file of this directory; whatever happens meanwhile, it is the old or the new one. */
  void replace(String name, JsonObject content) {
    move(temporary(name, content), name);
  }

  /** A new file, readable for the owner only from its first byte on. */
  private Path temporary(String name, JsonObject content) {
    makeDirectory();
    try {
      var temporary = Files.createTempFile(path, name, ".new", mode(OWNER_FILE));
      try (var channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
        var bytes = StandardCharsets.UTF_8.encode(content.toJson() + "\n");
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true); // else a power cut may leave its name to an empty file
      }
      return temporary;
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /** So that it is there whole or not at all. */
  private void move(Path temporary, String name) {
    try {
      Files.move(temporary, path.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private FileAttribute<?>[] mode(String permissions) {
    boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  private CommandFailure unusable(IOException e) {
    return CommandFailure.usage(
        "the data directory %s can't be written: %s".formatted(path, reason(e)),
        "set AGENT_HOME to a directory that you may write");
  }

  private static String reason(Exception e) {
    return switch (e) {
      case AccessDeniedException _ -> "permission denied";
      case FileAlreadyExistsException there -> "there is a file " + there.getFile();
      case FileSystemException failed when failed.getReason() != null -> failed.getReason();
      case FileSystemException failed -> failed.getFile() + " is missing";
      default -> String.valueOf(e.getMessage());
    };
  }
}
