package io.agentservice.server.start.backup;

import io.agentservice.server.base.http.answers.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import tools.jackson.core.JacksonException;

/** A finished backup. */
record BackupFiles(Path directory, Manifest manifest) {
  /** Throws what is wrong with it, if it is none. */
  static BackupFiles open(Path directory) {
    var file = directory.resolve(Layout.MANIFEST);
    try {
      var manifest = Json.MAPPER.readValue(Files.readString(file), Manifest.class);
      if (manifest.format() < 1) {
        throw damaged(directory, Layout.MANIFEST);
      }
      if (manifest.format() != Manifest.FORMAT) {
        throw new BackupException(
            "%s was made in format %d by version %s; use that version or a newer one"
                .formatted(directory, manifest.format(), manifest.version()));
      }
      return new BackupFiles(directory, manifest);
    } catch (NoSuchFileException _) {
      throw new BackupException(
          "%s is no backup: it has no %s; name a directory that agent backup create has made"
              .formatted(directory, Layout.MANIFEST));
    } catch (IOException e) {
      throw BackupException.of("the backup can't be read", e);
    } catch (JacksonException _) {
      throw damaged(directory, Layout.MANIFEST);
    }
  }

  /** Throws the name of the first file that is not as it was written. */
  void requireWhole() throws IOException {
    if (!sum(Layout.SUMS).equals(manifest.sums())) {
      throw damaged(directory, Layout.SUMS);
    }
    for (var line : Files.readAllLines(directory.resolve(Layout.SUMS))) {
      var parts = Layout.LINE.matcher(line);
      if (!parts.matches()) {
        throw damaged(directory, Layout.SUMS);
      }
      if (!sum(parts.group(2)).equals(parts.group(1))) {
        throw damaged(directory, parts.group(2));
      }
    }
  }

  private static BackupException damaged(Path directory, String name) {
    return new BackupException(
        "%s is not what was written there; use another backup".formatted(directory.resolve(name)));
  }

  private String sum(String name) throws IOException {
    var digest = Layout.digest();
    try (var in = new DigestInputStream(Files.newInputStream(directory.resolve(name)), digest)) {
      in.transferTo(OutputStream.nullOutputStream());
    } catch (NoSuchFileException _) {
      throw new BackupException(
          "%s is missing; use another backup".formatted(directory.resolve(name)));
    }
    return Layout.hex(digest);
  }

  InputStream table(String name) throws IOException {
    return new GZIPInputStream(
        Files.newInputStream(directory.resolve(Layout.table(name))), 1 << 16);
  }

  /** The attachments' names below their directory. */
  List<String> attachments() throws IOException {
    var names = new ArrayList<String>();
    for (var line : Files.readAllLines(directory.resolve(Layout.SUMS))) {
      var parts = Layout.LINE.matcher(line);
      if (parts.matches() && parts.group(2).startsWith(Layout.ATTACHMENTS)) {
        names.add(parts.group(2).substring(Layout.ATTACHMENTS.length()));
      }
    }
    return names;
  }

  Path attachment(String name) {
    return directory.resolve(Layout.ATTACHMENTS + name);
  }
}
