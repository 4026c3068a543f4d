package io.agentservice.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.cli.process.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
  void whoWorksInABrowserIsGivenTheOneThatIsNamed() throws IOException {
    var call = "[{\"tool_calls\": [{\"name\": \"browser\", \"input\": {}}]}]";
    var own = example("{\"prompt\": \"Look\", \"turns\": %s}".formatted(call));
    var child =
        example(
            """
            {"prompt": "Look", "turns": [], "children": {"one": {"turns": %s}}}
            """
                .formatted(call));
    var program = Files.createFile(directory.resolve("chromium"));
    assertThat(program.toFile().setExecutable(true)).isTrue();

    for (var example : List.of(own, child)) {
      assertThat(example.browserOf(Map.of("AGENT_CHROME_PATH", program.toString())))
          .isEqualTo(program);
      assertThat(example.browserOf(Map.of("PATH", "/none:" + directory))).isEqualTo(program);
    }
    assertThat(example("{\"prompt\": \"Mend it\"}").browserOf(Map.of("PATH", "" + directory)))
        .isNull();
  }

  @Test
  void withoutABrowserItIsSaidWhatToInstall() throws IOException {
    var example =
        example(
            """
            {"prompt": "Look", "turns": [{"tool_calls": [{"name": "browser", "input": {}}]}]}
            """);

    for (var variables :
        List.of(Map.of("PATH", directory.toString()), Map.of("AGENT_CHROME_PATH", "/no/browser"))) {
      assertThatThrownBy(() -> example.browserOf(variables))
          .isInstanceOf(CommandFailure.class)
          .hasMessageContaining("needs a browser, and there is none");
    }
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
