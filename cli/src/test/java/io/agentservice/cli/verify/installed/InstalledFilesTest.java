package io.agentservice.cli.verify.installed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.worker.doctor.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A small release, whose list minisign itself has signed. */
class InstalledFilesTest {
  @TempDir private Path root;

  private static String resource(String name) throws IOException {
    try (var in = Objects.requireNonNull(InstalledFilesTest.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @BeforeEach
  void install() throws IOException {
    Files.createDirectory(root.resolve("lib"));
    Files.writeString(root.resolve("agent"), "the launcher\n");
    Files.writeString(root.resolve("lib/agent.jar"), "the program\n");
    Files.writeString(root.resolve("release.properties"), "version=1.2.3\n");
    for (String name : new String[] {"FILES.sha256", "FILES.sha256.minisig"}) {
      Files.writeString(root.resolve(name), resource(name));
    }
  }

  private Finding examine(@Nullable String key) {
    return new InstalledFiles(root, key).examine();
  }

  @Test
  void filesAsTheyWereReleasedAreSaidToBeSoAndWhoseTheyAreOnlyWithAKey() throws IOException {
    assertThat(examine(null))
        .isEqualTo(
            Finding.ok(
                "2 files are as they were released; whose they are was not asked: --release-key"));
    String key = resource("agent.pub");
    assertThat(examine(key))
        .isEqualTo(
            Finding.ok(
                "2 files are as they were released; signed with the given key (agent 1.2.3)"));
    assertThat(examine(key.lines().toList().getLast())).isEqualTo(examine(key));
  }

  @ParameterizedTest
  @ValueSource(strings = {"agent", "lib/agent.jar"})
  void aFileThatIsAnotherOrGoneIsNamed(String name) throws IOException {
    Files.writeString(root.resolve(name), "the launcher.\n");
    assertThat(examine(null).level()).isEqualTo(Finding.Level.PROBLEM);
    assertThat(examine(null).message()).contains("1 of 2 files are others or gone (" + name + ")");
    Files.delete(root.resolve(name));
    assertThat(examine(null).message()).contains("1 of 2 files are others or gone (" + name + ")");
  }

  @Test
  void aFileBesideTheProgramsIsNamedAndDataElsewhereAreNone() throws IOException {
    Files.createDirectory(root.resolve("prepared"));
    Files.writeString(root.resolve("prepared/service.aot"), "fast");
    assertThat(examine(null).level()).isEqualTo(Finding.Level.OK);
    Files.createDirectory(root.resolve("lib/lib"));
    Files.writeString(root.resolve("lib/lib/other.jar"), "?");
    assertThat(examine(null).message()).contains("1 do not belong there (lib/lib/other.jar)");
  }

  @ParameterizedTest
  @CsvSource({
    "other.minisig, made with another key",
    "digest.minisig, one of a digest",
    "agent.pub, none of minisign",
    "FILES.sha256, none of minisign"
  })
  void aSignatureThatIsNotOfThisKeyIsNone(String signature, String why) throws IOException {
    Files.writeString(root.resolve("FILES.sha256.minisig"), resource(signature));
    assertThat(examine(resource("agent.pub")).level()).isEqualTo(Finding.Level.PROBLEM);
    assertThat(examine(resource("agent.pub")).message()).contains(why);
  }

  @Test
  void aListThatWasWrittenAnewHasNoSignature() throws IOException {
    Files.writeString(root.resolve("lib/agent.jar"), "the worm\n");
    String worm =
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  lib/agent.jar\n";
    Files.writeString(root.resolve("FILES.sha256"), worm);
    assertThat(examine(resource("agent.pub")).message()).contains("not of these bytes");
    Files.delete(root.resolve("FILES.sha256.minisig"));
    assertThat(examine(resource("agent.pub")).message()).contains("Nobody has signed this release");
  }

  @Test
  void whatIsSaidWithTheSignatureIsSignedToo() throws IOException {
    var signature = root.resolve("FILES.sha256.minisig");
    Files.writeString(signature, Files.readString(signature).replace("agent 1.2.3", "agent 9.9.9"));
    assertThat(examine(resource("agent.pub")).message()).contains("not of these bytes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "no key", "RWQ=", "untrusted comment: x\nAAAA"})
  void whatIsNoKeyIsSaidToBeNone(String key) {
    assertThat(examine(key).level()).isEqualTo(Finding.Level.PROBLEM);
    assertThat(examine(key).message()).contains("not signed with the given key");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "00  /etc/passwd", "00  ../x", "00  a\0b", ""})
  void aListThatIsNoneIsAProblem(String list) throws IOException {
    Files.writeString(root.resolve("FILES.sha256"), list);
    assertThat(examine(null).level()).isEqualTo(Finding.Level.PROBLEM);
  }

  @Test
  void aTreeOfSourcesHasNoListAndAReleaseWithoutIsAProblem() throws IOException {
    Files.delete(root.resolve("FILES.sha256"));
    assertThat(examine(null).level()).isEqualTo(Finding.Level.PROBLEM);
    Files.delete(root.resolve("release.properties"));
    assertThat(examine(null).level()).isEqualTo(Finding.Level.SKIPPED);
    assertThat(examine(resource("agent.pub")).level()).isEqualTo(Finding.Level.PROBLEM);
  }
}
