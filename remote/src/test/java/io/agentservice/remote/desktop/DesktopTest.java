package io.agentservice.remote.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.remote.base.Platform;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DesktopTest {
  @TempDir private Path folder;
  private Path program;

  @BeforeEach
  void install() throws Exception {
    program = Files.createFile(folder.resolve("Xvnc"));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void directoryThatIsNoPathIsPassedOver() {
    assertThat(Desktop.find("/bad\0/bin:" + folder, Platform.LINUX)).isEqualTo(program);
  }

  @Test
  void thereIsNoneOnWindows() {
    assertThat(Desktop.find(folder.toString(), Platform.WINDOWS)).isNull();
  }
}
