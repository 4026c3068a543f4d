package io.agentservice.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A recorded model in {@code src/test/resources/tasks}, as a test has it played. */
public final class RecordedTask {
  /** Where they are. */
  static final Path DIRECTORY = Path.of("src/test/resources/tasks").toAbsolutePath();

  private RecordedTask() {}

  /** A file there. */
  public static Path file(String name) {
    return DIRECTORY.resolve(name);
  }

  /** The transcript of that name. */
  public static String named(String name) {
    try {
      return Files.readString(file(name + ".json"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
