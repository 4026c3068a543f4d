package io.agentservice.remote.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import io.agentservice.wire.frames.ToServer.Entry;
import io.agentservice.wire.frames.ToServer.Failed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkFilesTest {
  private static final String SHA_OF_A =
      "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb";

  @TempDir private Path directory;
  private WorkFiles files;

  @BeforeEach
  void open() {
    files = new WorkFiles(directory, directory.resolve("home"));
  }

  @Test
  void newFileGetsItsParentsAndMode() throws IOException {
    assertThat(write("a/b/c.sh", "a", "", "755"))
        .isEqualTo(new ToServer.Written("w", path("a/b/c.sh").toString(), SHA_OF_A));
    assertThat(mode("a/b/c.sh")).isEqualTo("rwxr-xr-x");
    assertThat(write("d", "a", null, null)).isInstanceOf(ToServer.Written.class);
    assertThat(mode("d")).isEqualTo("rw-r--r--");
  }

  @Test
  void aPathWithATildeStartsAtHome() {
    write("~/a/b", "a", "", null);
    write("~c", "a", "", null);
    write("./~/d", "a", "", null);
    assertThat(path("home/a/b")).hasContent("a");
    assertThat(path("~c")).hasContent("a");
    assertThat(path("~/d")).hasContent("a");
  }

  @Test
  void fileKeepsItsModeAndALinkItsTarget() throws IOException {
    write("script", "one", null, "750");
    Files.createSymbolicLink(path("link"), Path.of("script"));
    write("link", "two", null, null);
    assertThat(path("link")).isSymbolicLink();
    assertThat(path("script")).hasContent("two");
    assertThat(mode("script")).isEqualTo("rwxr-x---");
    assertThat(directory).isDirectoryNotContaining("glob:**/.agent-*");
  }

  @Test
  void unexpectedContentIsLeftAlone() throws IOException {
    Files.writeString(path("f"), "theirs");
    assertThat(code(write("f", "ours", "", null))).isEqualTo("conflict");
    assertThat(code(write("f", "ours", SHA_OF_A, null))).isEqualTo("conflict");
    assertThat(code(write("absent", "ours", SHA_OF_A, null))).isEqualTo("conflict");
    assertThat(path("f")).hasContent("theirs");
    assertThat(path("absent")).doesNotExist();
  }

  @Test
  void repeatedWriteCountsAsWritten() {
    write("f", "a", "", null);
    assertThat(write("f", "a", "", null)).isInstanceOf(ToServer.Written.class);
  }

  @Test
  void malformedWriteIsRefused() {
    assertThat(code(write("f", "a", null, "999"))).isEqualTo("invalid");
    assertThat(code(files.write(new ToRemote.WriteFile("w", "f", "%", null, null))))
        .isEqualTo("invalid");
    assertThat(code(write("f\0", "a", null, null))).isEqualTo("invalid");
    assertThat(code(write(".", "a", null, null))).isEqualTo("not_a_file");
  }

  @Test
  void statTellsFileDirectoryAndNothing() {
    write("f", "a", null, "640");
    assertThat(files.stat(new ToRemote.Stat("s", "f")))
        .isEqualTo(new ToServer.File("s", path("f").toString(), "file", 1, SHA_OF_A, "640"));
    assertThat(kind(".")).isEqualTo("directory");
    assertThat(kind("absent")).isEqualTo("absent");
    assertThat(kind("f/below")).isEqualTo("absent");
    assertThat(code(write("f/below", "a", null, null))).isEqualTo("not_a_file");
  }

  @Test
  void listingIsByNameAndSaysWhenThereIsMore() throws IOException {
    Files.createDirectory(path("b"));
    write("a", "a", null, null);
    Files.createSymbolicLink(path("c"), Path.of("nowhere"));
    assertThat(files.list(new ToRemote.ListFiles("l", ".", 0)))
        .isEqualTo(
            new ToServer.Listing(
                "l",
                directory.toString(),
                List.of(
                    new Entry("a", "file", 1),
                    new Entry("b", "directory", 0),
                    new Entry("c", "other", 0)),
                false));
    assertThat(files.list(new ToRemote.ListFiles("l", ".", 1)))
        .isInstanceOfSatisfying(
            ToServer.Listing.class,
            listing -> {
              assertThat(listing.entries()).hasSize(1);
              assertThat(listing.more()).isTrue();
            });
    assertThat(code(files.list(new ToRemote.ListFiles("l", "a", 0)))).isEqualTo("not_a_file");
    assertThat(code(files.list(new ToRemote.ListFiles("l", "x", 0)))).isEqualTo("not_found");
  }

  @Test
  void rangeOfAFileIsCutAtItsEnd() throws IOException {
    write("f", "0123456789", null, null);
    assertThat(files.open(new ToRemote.ReadFile("r", 1, "f", 4, 100)))
        .isInstanceOfSatisfying(
            WorkFiles.Content.class,
            content -> {
              assertThat(content.from()).isEqualTo(4);
              assertThat(content.to()).isEqualTo(10);
              assertThat(content.channel().isOpen()).isTrue();
            });
    assertThat(files.open(new ToRemote.ReadFile("r", 1, "g", 0, 0)))
        .isInstanceOfSatisfying(
            WorkFiles.Refused.class,
            refused -> assertThat(refused.answer().code()).isEqualTo("not_found"));
  }

  private ToServer write(String path, String text, String expected, String mode) {
    var content = Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    return files.write(new ToRemote.WriteFile("w", path, content, expected, mode));
  }

  private String kind(String path) {
    return ((ToServer.File) files.stat(new ToRemote.Stat("s", path))).kind();
  }

  private String mode(String path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path(path)));
  }

  private Path path(String name) {
    return directory.resolve(name);
  }

  private static String code(ToServer answer) {
    return answer instanceof Failed failed ? failed.code() : answer.toString();
  }
}
