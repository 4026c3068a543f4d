package io.agentservice.cli.session.export;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.wire.json.JsonObject;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/** A zip file, written one file after the other; {@code manifest.json} comes last. */
final class Archive implements AutoCloseable {
  static final String MANIFEST = "manifest.json";

  private final ZipOutputStream zip;
  private final List<JsonObject> files = new ArrayList<>();

  /** Into a file that is there. */
  Archive(Path file) throws IOException {
    zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(file)), UTF_8);
  }

  /** A file of JSON objects, one on a line; answers how many. */
  long lines(String name, Consumer<Consumer<JsonObject>> source) throws IOException {
    var count = new long[1];
    write(
        name,
        out -> {
          source.accept(line -> {
            count[0]++;
            try {
              out.write((line.toJson() + "\n").getBytes(UTF_8));
            } catch (IOException e) {
              throw new UncheckedIOException(e); // through readers that know no files
            }
          });
          return count[0];
        });
    return count[0];
  }

  /** A file of one JSON object. */
  void object(String name, JsonObject content) throws IOException {
    write(
        name,
        out -> {
          out.write((content.toJson() + "\n").getBytes(UTF_8));
          return null;
        });
  }

  /** A file as it is. */
  void copy(String name, Path from) throws IOException {
    write(
        name,
        out -> {
          Files.copy(from, out);
          return null;
        });
  }

  /** What it says of itself, with a list of what was written before. */
  void finish(JsonObject about) throws IOException {
    var fields = new LinkedHashMap<String, @Nullable Object>(about.fields());
    fields.put("files", files.stream().map(JsonObject::fields).toList());
    object(MANIFEST, new JsonObject(fields));
    zip.finish();
  }

  /** Writes what stands in a file; answers how many lines that is, or null. */
  private interface Content {
    @Nullable Long write(OutputStream out) throws IOException;
  }

  private void write(String name, Content content) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    var size = new Counter(zip);
    var digest = new DigestOutputStream(size, sha256());
    Long lines;
    try {
      lines = content.write(digest);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    zip.closeEntry();
    files.add(
        JsonObject.of(
            "name",
            name,
            "bytes",
            size.bytes,
            "lines",
            lines,
            "sha256",
            HexFormat.of().formatHex(digest.getMessageDigest().digest())));
  }

  private static final class Counter extends FilterOutputStream {
    private long bytes;

    Counter(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int one) throws IOException {
      out.write(one);
      bytes++;
    }

    @Override
    public void write(byte[] some, int from, int length) throws IOException {
      out.write(some, from, length);
      bytes += length;
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
