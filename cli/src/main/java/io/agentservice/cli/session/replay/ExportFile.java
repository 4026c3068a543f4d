package io.agentservice.cli.session.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.client.sessions.SessionEvent;
import io.agentservice.wire.json.JsonException;
import io.agentservice.wire.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** What {@code agent session export} wrote, read line by line. */
final class ExportFile implements AutoCloseable {
  private static final String FORMAT = "agent-session-export";
  private static final int VERSION = 1;
  private static final String EVENTS = "events.jsonl";
  private static final String ATTACHMENTS = "attachments.jsonl";

  /** An event has some hundred thousand characters at most. */
  private static final int LONGEST_LINE = 64 << 20;

  private final Path path;
  private final ZipFile zip;
  private final JsonObject manifest;

  private ExportFile(Path path, ZipFile zip, JsonObject manifest) {
    this.path = path;
    this.zip = zip;
    this.manifest = manifest;
  }

  static ExportFile open(Path path) {
    if (!Files.isRegularFile(path)) {
      throw CommandFailure.usage(
          "there is no file " + path, "write one with `agent session export`");
    }
    try {
      var zip = new ZipFile(path.toFile());
      try {
        return new ExportFile(path, zip, manifest(path, zip));
      } catch (IOException | RuntimeException e) {
        zip.close();
        throw e;
      }
    } catch (ZipException e) {
      throw noExport(path, "it is no whole zip file");
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }

  private static JsonObject manifest(Path path, ZipFile zip) throws IOException {
    var entry = zip.getEntry("manifest.json");
    if (entry == null) {
      throw noExport(path, "it has no manifest.json");
    }
    try (var lines = new Lines(zip.getInputStream(entry), path)) {
      var manifest = JsonObject.parse(String.valueOf(lines.next()));
      if (!FORMAT.equals(manifest.text("format")) || manifest.number("version", 0) < 1) {
        throw noExport(path, "its manifest.json says so");
      }
      if (manifest.number("version", 0) > VERSION) {
        throw noExport(path, "a newer `agent` wrote it");
      }
      return manifest;
    } catch (JsonException e) {
      throw noExport(path, "its manifest.json is no JSON");
    }
  }

  /** What it says of itself. */
  JsonObject manifest() {
    return manifest;
  }

  /** Hands on the events in their order; answers whether the file is as it was written. */
  boolean events(Consumer<SessionEvent> reader) {
    var digest = sha256();
    lines(EVENTS, digest, line -> reader.accept(SessionEvent.of(line)));
    var now = HexFormat.of().formatHex(digest.digest());
    return manifest.objects("files").stream()
        .filter(file -> EVENTS.equals(file.text("name")))
        .allMatch(file -> now.equals(file.text("sha256")));
  }

  /** Where the files of the session are, by their ids. */
  Map<String, String> attachments() {
    var places = new HashMap<String, String>();
    if (zip.getEntry(ATTACHMENTS) != null) {
      lines(
          ATTACHMENTS,
          sha256(),
          line -> {
            var file = line.text("file");
            if (file != null) {
              places.put(line.required("attachment_id"), file);
            }
          });
    }
    return places;
  }

  /**
   * Copies one of its files below the root, through no link; false when there is none of that name.
   */
  boolean copy(String name, Path root, Path relative) {
    var entry = zip.getEntry(name);
    if (entry == null) {
      return false;
    }
    try (var in = zip.getInputStream(entry)) {
      long free = Files.getFileStore(root).getUsableSpace();
      if (entry.getSize() > free) {
        throw CommandFailure.usage(
            "%s of %s has %,d bytes, and %,d are free".formatted(name, path, entry.getSize(), free),
            "make room, or replay on another disk (--in)");
      }
      try (var out = Inside.write(root, relative)) {
        copy(in, out, entry.getSize());
      }
      return true;
    } catch (IOException e) {
      throw CommandFailure.usage("can't write %s: %s".formatted(relative, e.getMessage()), null);
    }
  }

  /** No more than it says it has: some bytes of a zip may become any number. */
  private void copy(InputStream in, OutputStream out, long size) throws IOException {
    var piece = new byte[1 << 16];
    long left = size;
    for (int read = in.read(piece); read > 0; read = in.read(piece)) {
      left -= read;
      if (left < 0) {
        throw noExport(path, "a file in it is longer than it says");
      }
      out.write(piece, 0, read);
    }
  }

  private void lines(String name, MessageDigest digest, Consumer<JsonObject> reader) {
    var entry = zip.getEntry(name);
    if (entry == null) {
      throw noExport(path, "it has no " + name);
    }
    long number = 0;
    try (var lines = new Lines(new DigestInputStream(zip.getInputStream(entry), digest), path)) {
      for (var line = lines.next(); line != null; line = lines.next()) {
        number++;
        reader.accept(JsonObject.parse(line));
      }
    } catch (JsonException e) {
      throw noExport(
          path, "line %d of its %s: %s".formatted(number, name, String.valueOf(e.getMessage())));
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }

  /** Lines of a bounded length. */
  private static final class Lines implements AutoCloseable {
    private final Reader in;
    private final Path path;

    Lines(InputStream in, Path path) {
      this.in = new BufferedReader(new InputStreamReader(in, UTF_8), 1 << 16);
      this.path = path;
    }

    /** Null at the end. */
    @Nullable String next() throws IOException {
      var line = new StringBuilder();
      int next = in.read();
      if (next < 0) {
        return null;
      }
      for (; next >= 0 && next != '\n'; next = in.read()) {
        if (line.length() == LONGEST_LINE) {
          throw noExport(path, "one of its lines is longer than any event");
        }
        line.append((char) next);
      }
      return line.toString();
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }

  private static CommandFailure noExport(Path path, String why) {
    return CommandFailure.usage(
        "%s is no exported session: %s".formatted(path, why),
        "write one with `agent session export`");
  }

  private static CommandFailure unreadable(Path path, IOException e) {
    return CommandFailure.usage("%s can't be read: %s".formatted(path, e.getMessage()), null);
  }

  @Override
  public void close() {
    try {
      zip.close();
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }
}
