package io.agentservice.cli.publish;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** A directory that a web server shows. Files come to their names by renaming. */
public final class DirectoryStore implements ReleaseStore {
  private final Path directory;

  /** {@code root}: the directory that {static_url} shows; need not exist. */
  public DirectoryStore(Path root) {
    this.directory = root.resolve(DIRECTORY);
  }

  @Override
  public Optional<String> text(String name) throws IOException {
    var file = directory.resolve(name);
    return Files.exists(file)
        ? Optional.of(Files.readString(file, StandardCharsets.US_ASCII).strip())
        : Optional.empty();
  }

  @Override
  public void write(String name, String text) throws IOException {
    replace(name, "rw-r--r--", part -> Files.writeString(part, text, StandardCharsets.US_ASCII));
  }

  @Override
  public void write(String name, Path file) throws IOException {
    replace(name, "rwxr-xr-x", part -> Files.copy(file, part, StandardCopyOption.REPLACE_EXISTING));
  }

  private interface Filling {
    Path into(Path part) throws IOException;
  }

  private void replace(String name, String permissions, Filling filling) throws IOException {
    Files.createDirectories(directory);
    var part = Files.createTempFile(directory, "." + name, ".part");
    try {
      filling.into(part);
      var view = Files.getFileAttributeView(part, PosixFileAttributeView.class);
      if (view != null) {
        view.setPermissions(PosixFilePermissions.fromString(permissions));
      }
      try (var channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      Files.move(part, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  @Override
  public void close() {}
}
