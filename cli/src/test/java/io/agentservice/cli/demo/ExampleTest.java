package io.agentservice.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an example's files say. */
class ExampleTest {
  @TempDir private Path directory;

  private Example example(String transcript) throws IOException {
    Files.writeString(directory.resolve(Example.TRANSCRIPT), transcript);
    return Example.named(directory.toString());
  }

  @Test
  void aRecordingAloneIsOneSessionInItsOwnRepository() throws IOException {
    var example = example("{\"prompt\": \"Mend it\", \"turns\": []}");

    assertThat(example.sessions()).isOne();
    assertThat(example.repository()).isNull();
  }

  @Test
  void eachSessionThatIsStartedCountsHoweverDeep() throws IOException {
    var example =
        example(
            """
            {"prompt": "Mend it", "turns": [],
             "children": {"one": {"turns": []}, "two": {"turns": [], "children": {"three": {"turns": []}}}}}
            """);

    assertThat(example.sessions()).isEqualTo(4);
  }

  @Test
  void aRepositoryIsAtGitHubUnlessAnotherKindStandsBeforeIt() throws IOException {
    var file = directory.resolve("repository.txt");
    Files.writeString(file, "acme/tool\n");
    assertThat(example("{\"prompt\": \"Mend it\"}").repository())
        .isEqualTo(new HostedRepository(HostedRepository.Kind.GITHUB, "acme/tool"));

    Files.writeString(file, "gitlab acme/tools/slugs\n");
    assertThat(example("{\"prompt\": \"Mend it\"}").repository())
        .isEqualTo(new HostedRepository(HostedRepository.Kind.GITLAB, "acme/tools/slugs"));
  }
}
