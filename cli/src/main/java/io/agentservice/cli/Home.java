package io.agentservice.cli;

import io.agentservice.client.JsonObject;
import io.avaje.json.JsonException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The data directory ({@code AGENT_HOME}), as far as commands use it: {@code credentials.json} and
 * {@code server.json}, both for the owner only.
 *
 * @param path absolute; may not exist yet
 */
record Home(Path path) {
  private static final String CREDENTIALS = "credentials.json";
  private static final String SERVER = "server.json";

  /** {@code AGENT_HOME}, else {@code ~/.agent}. */
  static Home of(Map<String, String> environment) {
    var set = environment.get("AGENT_HOME");
    var path =
        set == null || set.isBlank()
            ? Path.of(System.getProperty("user.home"), ".agent")
            : Path.of(set.strip());
    return new Home(path.toAbsolutePath().normalize());
  }

  /** Another data directory inside this one. */
  Home inside(String name) {
    return new Home(path.resolve(name));
  }

  /**
   * A key and the service that knows it.
   *
   * @param url null: the service of this data directory, wherever it listens
   */
  record Credentials(@Nullable String url, String key) {
    /** Never shows the key. */
    @Override
    public String toString() {
      return "Credentials[url=" + url + "]";
    }
  }

  /** A server that runs, or ran until it was killed, on this data directory. */
  record Server(String url, long pid, String version) {}

  Path credentialsFile() {
    return path.resolve(CREDENTIALS);
  }

  Optional<Credentials> credentials() {
    return read(CREDENTIALS)
        .flatMap(json ->
            Optional.ofNullable(json.text("key"))
                .map(key -> new Credentials(json.text("url"), key)));
  }

  void write(Credentials credentials) {
    write(CREDENTIALS, JsonObject.of("url", credentials.url(), "key", credentials.key()));
  }

  Optional<Server> server() {
    return read(SERVER)
        .flatMap(json ->
            Optional.ofNullable(json.text("url"))
                .map(url ->
                    new Server(url, json.number("pid", 0), String.valueOf(json.text("version")))));
  }

  void write(Server server) {
    write(
        SERVER,
        JsonObject.of("url", server.url(), "pid", server.pid(), "version", server.version()));
  }

  void forgetServer() {
    try {
      Files.deleteIfExists(path.resolve(SERVER));
    } catch (IOException _) {
      // A stale one is recognized by connecting.
    }
  }

  /**
   * The right to use this directory, until the process ends.
   *
   * @throws CommandFailure when another process has it
   */
  FileChannel lock(String who) {
    makeDirectory();
    var file = path.resolve("lock");
    try {
      var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
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

  /** Makes the directory; others may pass through it, as the embedded database's user must. */
  void makeDirectory() {
    try {
      if (!Files.isDirectory(path)) {
        Files.createDirectories(path, mode("rwx--x--x"));
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
    } catch (IOException | JsonException e) {
      throw CommandFailure.usage(
          "%s can't be read: %s".formatted(path.resolve(name), reason(e)), "repair or remove it");
    }
  }

  /** Written whole or not at all, readable for the owner from the first byte on. */
  private void write(String name, JsonObject content) {
    makeDirectory();
    try {
      var temporary = Files.createTempFile(path, name, ".new", mode("rw-------"));
      Files.writeString(temporary, content.toJson() + "\n");
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
    // Messages of file exceptions are just the path.
    return e.getClass().getSimpleName() + ": " + e.getMessage();
  }
}
