package io.agentservice.remote.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What people are shown lies in the working directory. */
class WorkFilesInsideTest {
  @TempDir private Path place;
  private WorkFiles files;

  @BeforeEach
  void someFiles() throws IOException {
    var work = Files.createDirectories(place.resolve("work/sub")).getParent();
    Files.writeString(work.resolve("sub/inside"), "shown");
    Files.writeString(place.resolve("secret"), "hidden");
    Files.createDirectory(place.resolve("work-of-another"));
    Files.createSymbolicLink(work.resolve("file-out"), place.resolve("secret"));
    Files.createSymbolicLink(work.resolve("out"), place);
    Files.createSymbolicLink(work.resolve("in"), Path.of("sub"));
    files = new WorkFiles(work, place);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sub/inside", "in/inside", "./sub/../sub/inside"})
  void aFileInTheWorkingDirectoryIsShown(String path) throws IOException {
    assertThat(read(path))
        .isInstanceOfSatisfying(
            WorkFiles.Content.class,
            content -> {
              assertThat(content.to()).isEqualTo(5);
              assertThat(content.channel().isOpen()).isTrue();
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"../secret", "file-out", "out/secret", "in/../../secret", "/etc/passwd"})
  void whatLiesOrLeadsOutsideIsNot(String path) throws IOException {
    assertThat(read(path))
        .isInstanceOfSatisfying(
            WorkFiles.Refused.class,
            refused -> assertThat(refused.answer().code()).isEqualTo("outside"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", "out", "/", "../work-of-another", "in/../.."})
  void noDirectoryOutsideIsListed(String path) {
    assertThat(files.list(new ToRemote.ListFiles("l", path, 0, true)))
        .isInstanceOfSatisfying(
            ToServer.Failed.class, failed -> assertThat(failed.code()).isEqualTo("outside"));
  }

  @Test
  void theWorkingDirectoryItselfIsListedAlsoWhereALinkLeadsToIt() throws IOException {
    Files.createSymbolicLink(place.resolve("link"), Path.of("work"));
    var byLink = new WorkFiles(place.resolve("link"), null);

    assertThat(byLink.list(new ToRemote.ListFiles("l", "", 0, true)))
        .isInstanceOfSatisfying(
            ToServer.Listing.class,
            listing ->
                assertThat(listing.entries())
                    .extracting(ToServer.Entry::name)
                    .containsExactly("file-out", "in", "out", "sub"));
  }

  @Test
  void whatIsNotThereIsNotFoundAndATildeIsAName() throws IOException {
    for (String path : new String[] {"nothing", "~/secret", "sub/nothing"}) {
      assertThat(read(path))
          .isInstanceOfSatisfying(
              WorkFiles.Refused.class,
              refused -> assertThat(refused.answer().code()).isEqualTo("not_found"));
    }
  }

  @Test
  void nothingIsToldOfWhatALinkLeadsToOutside() {
    assertThat(files.list(new ToRemote.ListFiles("l", "", 0, true)))
        .isInstanceOfSatisfying(
            ToServer.Listing.class,
            listing ->
                assertThat(listing.entries())
                    .containsExactly(
                        new ToServer.Entry("file-out", "other", 0),
                        new ToServer.Entry("in", "directory", 0),
                        new ToServer.Entry("out", "other", 0),
                        new ToServer.Entry("sub", "directory", 0)));
  }

  @Test
  void aDirectoryThatHoldsTheHomeOrWhatTheRemoteKeepsIsNotForPeople() throws IOException {
    var work = place.resolve("work");
    var elsewhere = Files.createDirectory(place.resolve("elsewhere"));
    assertThat(new WorkFiles(work, elsewhere, elsewhere).areShown()).isTrue();
    assertThat(new WorkFiles(work, place, elsewhere).areShown()).isTrue();
    assertThat(new WorkFiles(work, null, null).areShown()).isTrue();

    assertThat(new WorkFiles(work, work.resolve("sub"), elsewhere).areShown()).isFalse();
    assertThat(new WorkFiles(work, elsewhere, work.resolve("sub")).areShown()).isFalse();
    assertThat(new WorkFiles(work, work, elsewhere).areShown()).isFalse();
    assertThat(new WorkFiles(place.getRoot(), elsewhere, null).areShown()).isFalse();
  }

  private WorkFiles.Reading read(String path) {
    return files.open(new ToRemote.ReadFile("r", 1, path, 0, 0, true));
  }
}
