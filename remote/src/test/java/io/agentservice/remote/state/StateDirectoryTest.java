package io.agentservice.remote.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateDirectoryTest {
  @TempDir private Path temporary;

  @Test
  void itIsForItsOwnerOnlyAndKnowsAnEarlierUse() throws Exception {
    var path = temporary.resolve("of/the/session");
    try (var first = StateDirectory.open(path)) {
      assertThat(Files.getPosixFilePermissions(first.path()))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
      assertThat(first.usedBefore()).isFalse();
    }
    try (var second = StateDirectory.open(path)) {
      assertThat(second.usedBefore()).isTrue();
    }
  }
}
