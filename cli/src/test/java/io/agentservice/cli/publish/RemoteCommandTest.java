package io.agentservice.cli.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RemoteCommandTest {
  @TempDir private Path directory;
  private Path built;
  private Path shown;
  private String printed = "";
  private String complained = "";

  @BeforeEach
  void build() throws IOException {
    built = directory.resolve("built");
    shown = directory.resolve("web");
    BuiltRemotes.write(built, "linux_x64", "4f0c1d2a", "the binary");
  }

  private int publish(Path target) {
    var out = new StringWriter();
    var err = new StringWriter();
    int code =
        Main.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute("remote", "publish", target.toString(), "--from", built.toString());
    printed = out.toString();
    complained = err.toString();
    return code;
  }

  private String shown(String name) throws IOException {
    return Files.readString(shown.resolve("agent-rs/remote").resolve(name));
  }

  private List<String> shownNames() throws IOException {
    try (var files = Files.list(shown.resolve("agent-rs/remote"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void aDirectoryGetsBinaryDigestAndLatest() throws IOException {
    assertThat(publish(shown)).isZero();

    assertThat(printed).isEqualToIgnoringNewLines("linux_x64: 4f0c1d2a published");
    assertThat(shown("agent-remote_4f0c1d2a_linux_x64")).isEqualTo("the binary");
    assertThat(shown("agent-remote_4f0c1d2a_linux_x64.sha256")).matches("[0-9a-f]{64}\n");
    assertThat(shown("latest_linux_x64")).isEqualTo("4f0c1d2a\n");
    assertThat(shownNames()).hasSize(3);
    assertThat(
            Files.getPosixFilePermissions(
                shown.resolve("agent-rs/remote/agent-remote_4f0c1d2a_linux_x64")))
        .contains(PosixFilePermission.OTHERS_EXECUTE, PosixFilePermission.OTHERS_READ);
  }

  @Test
  void publishingAgainChangesNothingAndANewerOneLeavesTheOlder() throws IOException {
    publish(shown);
    assertThat(publish(shown)).isZero();
    assertThat(printed).contains("was published already");

    BuiltRemotes.write(built, "linux_x64", "5a5a5a5a", "the next binary");
    assertThat(publish(shown)).isZero();

    assertThat(shown("latest_linux_x64")).isEqualTo("5a5a5a5a\n");
    assertThat(shown("agent-remote_4f0c1d2a_linux_x64")).isEqualTo("the binary");
  }

  @Test
  void everyPlatformOfTheBuildIsPublished() throws IOException {
    BuiltRemotes.write(built, "windows_x64.exe", "77aa77aa", "the launcher");

    assertThat(publish(shown)).isZero();

    assertThat(printed.lines())
        .containsExactlyInAnyOrder(
            "linux_x64: 4f0c1d2a published", "windows_x64.exe: 77aa77aa published");
    assertThat(shown("agent-remote_77aa77aa_windows_x64.exe")).isEqualTo("the launcher");
    assertThat(shown("agent-remote_77aa77aa_windows_x64.exe.sha256")).matches("[0-9a-f]{64}\n");
    assertThat(shown("latest_windows_x64.exe")).isEqualTo("77aa77aa\n");
  }

  @Test
  void aDamagedBinaryIsNotPublished() throws IOException {
    Files.writeString(built.resolve("agent-remote_4f0c1d2a_linux_x64"), "cut");

    assertThat(publish(shown)).isEqualTo(1);

    assertThat(complained).contains("is damaged").doesNotContain("Exception");
    assertThat(shown).doesNotExist();
  }

  @Test
  void whatIsPublishedIsNeverChanged() throws IOException {
    publish(shown);
    BuiltRemotes.write(built, "linux_x64", "4f0c1d2a", "other bytes of the same name");

    assertThat(publish(shown)).isEqualTo(1);

    assertThat(complained).contains("was published with other bytes");
    assertThat(shown("agent-remote_4f0c1d2a_linux_x64")).isEqualTo("the binary");
  }

  @Test
  void aDirectoryWithoutABuiltRemoteIsRefused() throws IOException {
    built = Files.createDirectory(directory.resolve("empty"));

    assertThat(publish(shown)).isEqualTo(1);

    assertThat(complained).contains("holds no built remote");
  }
}
