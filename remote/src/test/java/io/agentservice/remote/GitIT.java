package io.agentservice.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.remote.testing.FakeGateway;
import io.agentservice.remote.testing.RemoteUnderTest;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Git in the commands of the packaged program: the machine's own git asks. */
class GitIT {
  private static final String PASSWORD = "agg_for-one-repository";

  @TempDir private Path directory;
  private FakeGateway gateway;
  private RemoteUnderTest remote;
  private int commands;

  @BeforeEach
  void serve() throws Exception {
    gateway = new FakeGateway();
    gateway.giveGitHosts("github.test", "git.test:8443");
    remote = RemoteUnderTest.serve(directory, gateway);
    gateway.awaitHello(1);
  }

  @AfterEach
  void stop() throws Exception {
    remote.close();
    gateway.close();
  }

  private String base() {
    return gateway.address().replace("ws://", "http://") + "/git/";
  }

  private int start(String script) {
    commands++;
    gateway.send(
        new ToRemote.Exec(
            "c-" + commands, commands, List.of("sh", "-c", script), null, Map.of(), 0, 0, null));
    return commands;
  }

  private String run(String script) {
    return outputOf(start(script));
  }

  private String outputOf(int command) {
    gateway.awaitExited("c-" + command);
    return gateway.output(command);
  }

  private String fill(String address) {
    return "printf 'url=%s\\n\\n' | git credential fill".formatted(address);
  }

  @Test
  void addressesOfTheHostsLeadThroughTheGatewayInEveryFormOthersStay() {
    assertThat(gateway.awaitHello(1).capabilities()).contains("git");
    var written =
        List.of(
            "https://github.test/o/r.git",
            "http://github.test/o/r.git",
            "ssh://git@github.test/o/r.git",
            "git@github.test:o/r.git",
            "https://git.test:8443/o/r",
            "https://elsewhere.test/o/r");

    var seen =
        run(
            written.stream()
                .map("git ls-remote --get-url %s"::formatted)
                .collect(Collectors.joining("; ")));

    assertThat(seen.lines())
        .containsExactly(
            base() + "github.test/o/r.git",
            base() + "github.test/o/r.git",
            base() + "github.test/o/r.git",
            base() + "github.test/o/r.git",
            base() + "git.test:8443/o/r",
            "https://elsewhere.test/o/r");
  }

  @Test
  void gitIsGivenTheCredentialOfTheRepositoryThatItAsksForAndNoHelperKeepsIt() throws Exception {
    run("git config --global credential.helper 'store --file=kept'");
    int fill =
        start(
            fill(base() + "github.test/o/r.git")
                + " | tee answer | git credential approve; cat answer");

    var question = gateway.await(ToServer.Credential.class, _ -> true);
    assertThat(question.host()).isEqualTo("github.test");
    assertThat(question.path()).isEqualTo("o/r.git");
    gateway.send(new ToRemote.Credential(question.id(), "agent", PASSWORD, null));

    assertThat(outputOf(fill)).contains("username=agent\n", "password=" + PASSWORD + "\n");
    assertThat(filesWith(PASSWORD)).containsExactly(directory.resolve("work/answer"));
    assertThat(remote.log()).doesNotContain(PASSWORD);
    assertThat(run("env")).doesNotContain(PASSWORD).contains("GIT_CONFIG_COUNT");
  }

  @Test
  void aRefusalReachesWhoeverRunsGitAndNobodyElseIsAsked() {
    int fill = start(fill(base() + "github.test/o/r.git"));
    var question = gateway.await(ToServer.Credential.class, _ -> true);

    gateway.send(new ToRemote.Credential(question.id(), null, null, "no permission\ncovers o/r"));

    assertThat(outputOf(fill)).contains("agent: no permission covers o/r").contains("quit");
  }

  @Test
  void aQuestionOutlivesTheConnection() {
    int fill = start(fill(base() + "github.test/o/r.git"));
    gateway.await(ToServer.Credential.class, _ -> true);
    gateway.cut();
    gateway.awaitHello(2);

    var questions = gateway.awaitAll(ToServer.Credential.class, 2);
    assertThat(questions).containsOnly(questions.getFirst());
    gateway.send(new ToRemote.Credential(questions.getFirst().id(), "agent", PASSWORD, null));
    gateway.send(new ToRemote.Attach("c-" + fill, fill, 0));

    assertThat(outputOf(fill)).contains("password=" + PASSWORD);
  }

  @Test
  void noOtherPlaceIsGivenACredential() {
    var helper = "git config --get-all credential." + base() + ".helper | tail -n 1";

    var answer =
        run(
            "helper=$(%s); printf 'url=https://evil.test/git/github.test/o/r\\n\\n' | git -c credential.helper=\"$helper\" credential fill"
                .formatted(helper));

    assertThat(answer).contains("agent: no repository of the service").doesNotContain("password=");
    assertThat(gateway.all(ToServer.Credential.class)).isEmpty();
  }

  @Test
  void settingsThatTheMachineGivesGitInTheSameWayStay() throws Exception {
    remote.close();
    var variables = RemoteUnderTest.environment(directory, gateway);
    variables.putAll(
        Map.of(
            "GIT_CONFIG_COUNT", "1", "GIT_CONFIG_KEY_0", "user.name", "GIT_CONFIG_VALUE_0", "N"));
    remote = RemoteUnderTest.start(directory, variables, "serve");
    gateway.awaitHello(2);

    var seen = run("git config user.name; git ls-remote --get-url https://github.test/o/r");

    assertThat(seen).isEqualTo("N\n" + base() + "github.test/o/r\n");
  }

  private List<Path> filesWith(String text) throws IOException {
    try (var files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).filter(file -> holds(file, text)).toList();
    }
  }

  /** What the answer went through is the journal's: its output is kept for the server. */
  private boolean holds(Path file, String text) {
    try {
      return !file.startsWith(directory.resolve("state/journal"))
          && new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1)
              .contains(text);
    } catch (IOException _) {
      return false;
    }
  }
}
