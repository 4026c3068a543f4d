package io.agentservice.cli.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackagedCommandTest {
  private final Instant packaged = Instant.now();

  @TempDir private Path directory;
  private Path jar;

  @BeforeEach
  void build() throws IOException {
    jar = file("agent-cli.jar", "classes", packaged);
  }

  @Test
  void anArchiveThatWasMadeAfterTheJarIsUsed() throws IOException {
    var archive = file("service-1.aot", "linked", packaged.plusSeconds(1));

    assertThat(PackagedCommand.archive(directory, jar)).contains(archive);
  }

  @Test
  void anArchiveOfClassesOfBeforeIsNotUsed() throws IOException {
    file("service-1.aot", "linked", packaged.minusSeconds(1));
    file("service-2.aot", "linked", packaged);

    assertThat(PackagedCommand.archive(directory, jar)).isEmpty();
  }

  @Test
  void whereNoneCouldBeMadeThereIsNone() throws IOException {
    file("service-1.aot", "", packaged.plusSeconds(1));
    file("command-1.aot", "linked", packaged.plusSeconds(1));

    assertThat(PackagedCommand.archive(directory, jar)).isEmpty();
    assertThat(PackagedCommand.archive(directory.resolve("prepared"), jar)).isEmpty();
  }

  private Path file(String name, String content, Instant changed) throws IOException {
    var file = Files.writeString(directory.resolve(name), content);
    return Files.setLastModifiedTime(file, FileTime.from(changed));
  }
}
