package io.agentservice.remote.state;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import io.agentservice.remote.base.Platform;
import io.agentservice.wire.frames.BadFrameException;
import io.agentservice.wire.frames.Frames;
import io.agentservice.wire.frames.ToRemote.Exec;
import io.agentservice.wire.frames.ToServer.Exited;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The commands that the server has not told us to forget, a directory each
 * (docs/gateway-protocol.md 3), durable when a call returns. No environment variable is written.
 */
public final class Journal {
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}");
  private static final String COMMAND = "command.json";
  private static final String OUTPUT = "output";
  private static final String EXIT = "exit.json";
  private static final String SCRIPT = "script";

  private final Path directory;
  private final Reserve reserve;

  private Journal(Path directory, Reserve reserve) {
    this.directory = directory;
    this.reserve = reserve;
  }

  /** A null exit was never written. */
  public record Stored(String id, Path output, @Nullable Exited exit) {}

  /** The state directory must exist. */
  public static Journal open(Path stateDirectory) throws IOException {
    var directory = Files.createDirectories(stateDirectory.resolve("journal"));
    force(stateDirectory);
    return new Journal(directory, new Reserve(stateDirectory.resolve("reserve")));
  }

  public Path stateDirectory() {
    return directory.resolveSibling(".").normalize();
  }

  /** Whether the text may be a command's id, which names a directory. */
  public static boolean isId(String id) {
    return ID.matcher(id).matches();
  }

  /** Also removes commands that were cut off while being written. */
  public List<Stored> load() throws IOException {
    var stored = new ArrayList<Stored>();
    try (var entries = Files.newDirectoryStream(directory)) {
      for (var entry : entries) {
        var id = entry.getFileName().toString();
        if (Files.exists(entry.resolve(COMMAND))) {
          stored.add(new Stored(id, entry.resolve(OUTPUT), readExit(entry.resolve(EXIT))));
        } else { // it was never started
          delete(entry);
        }
      }
    }
    return stored;
  }

  /** Records that the command is about to start; answers the empty file for its output. */
  public Path begin(Exec exec) throws IOException {
    var output = reserve.use(() -> write(exec));
    reserve.fill();
    return output;
  }

  private Path write(Exec exec) throws IOException {
    var entry = Files.createDirectories(directory.resolve(exec.id()));
    var bare =
        new Exec(
            exec.id(), 0, exec.argv(), exec.cwd(), Map.of(), exec.timeoutMillis(), 0, exec.pty());
    var output = entry.resolve(OUTPUT);
    Files.write(output, new byte[0]);
    var script = exec.script();
    if (script != null) {
      OwnerOnly.write(entry.resolve(SCRIPT), script);
    }
    replace(entry.resolve(COMMAND), Frames.write(bare));
    force(directory);
    return output;
  }

  /** The file with the script of a command that was begun with one. */
  public Path script(String id) {
    return directory.resolve(id).resolve(SCRIPT);
  }

  /** Writes down how the command ended, after its output. */
  public void end(Exited exited) throws IOException {
    var entry = directory.resolve(exited.id());
    try (var output = FileChannel.open(entry.resolve(OUTPUT), CREATE, WRITE)) {
      output.force(false);
    }
    reserve.use(() -> replace(entry.resolve(EXIT), Frames.write(exited)));
  }

  /** Removes a command that has ended. */
  public void forget(String id) throws IOException {
    delete(directory.resolve(id));
  }

  private static @Nullable Exited readExit(Path file) throws IOException {
    try {
      return Frames.readToServer(Files.readString(file)) instanceof Exited exited ? exited : null;
    } catch (NoSuchFileException | BadFrameException e) {
      return null;
    }
  }

  private static Path replace(Path file, String text) throws IOException {
    var temporary = file.resolveSibling(file.getFileName() + ".tmp");
    try (var channel = FileChannel.open(temporary, CREATE, WRITE, TRUNCATE_EXISTING)) {
      var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    force(file.resolveSibling("."));
    return file;
  }

  private static void force(Path directory) throws IOException {
    if (Platform.CURRENT == Platform.WINDOWS) { // a directory cannot be opened there
      return;
    }
    try (var channel = FileChannel.open(directory, READ)) {
      channel.force(true);
    }
  }

  /** The command's file goes first: without it the rest counts as never started. */
  private static void delete(Path entry) throws IOException {
    Files.deleteIfExists(entry.resolve(COMMAND));
    try (var files = Files.newDirectoryStream(entry)) {
      for (var file : files) {
        Files.deleteIfExists(file);
      }
    }
    Files.deleteIfExists(entry);
  }
}
