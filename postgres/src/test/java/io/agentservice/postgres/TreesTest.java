package io.agentservice.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.postgres.machine.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreesTest {
  /** Run as a program: root may write everywhere, unless it gives up its capabilities. */
  static final class Deleting {
    private Deleting() {}

    public static void main(String[] arguments) throws IOException {
      Trees.delete(Path.of(arguments[0]));
    }
  }

  private static void deleteWithoutPrivileges(Path root) throws Exception {
    var command = new ArrayList<String>();
    if (RunAs.root()) {
      command.addAll(List.of("setpriv", "--bounding-set=-all"));
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Deleting.class.getName(), root.toString()));
    var process = new ProcessBuilder(command).inheritIO().start();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  @Test
  void directoriesThatNobodyMayWriteAreDeletedAndWhatLinksLeadToStays(@TempDir Path directory)
      throws Exception {
    var other = Files.createDirectories(directory.resolve("other"));
    Files.writeString(other.resolve("file"), "mine");
    var root = Files.createDirectories(directory.resolve("root"));
    var cache = Files.createDirectories(root.resolve("cache/module"));
    Files.writeString(cache.resolve("file"), "x");
    Files.createSymbolicLink(cache.resolve("link"), other);
    var readOnly = PosixFilePermissions.fromString("r-xr-xr-x");
    Files.setPosixFilePermissions(other, readOnly);
    Files.setPosixFilePermissions(cache, readOnly);
    Files.setPosixFilePermissions(cache.getParent(), readOnly);

    deleteWithoutPrivileges(root);

    assertThat(root).doesNotExist();
    assertThat(other.resolve("file")).hasContent("mine");
    assertThat(Files.getPosixFilePermissions(other)).isEqualTo(readOnly);
    Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rwx------"));
  }
}
