package io.agentservice.worker.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.worker.sandbox.rules.Grants;
import io.agentservice.worker.sandbox.rules.Image;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What an engine is asked for, also where there is none: a script stands in for it and notes its
 * arguments. What comes of them with a real one is {@link ContainerTest}'s.
 */
class ContainerCommandTest extends WalledIn {
  private Path notes;

  @BeforeEach
  void anEngineThatOnlyListens() throws Exception {
    notes = temporary.resolve("notes");
    var bin = Files.createDirectories(temporary.resolve("bin"));
    executable(
        bin.resolve("podman"),
        "printf '%s\\n' \"$@\" > '" + notes + "'; env > '" + notes + ".env'");
    environment.put("PATH", bin + ":/usr/bin:/bin");
    environment.put("CONTAINERS_CONF", "/etc/engine.conf");
  }

  private List<String> asked(Image image) throws Exception {
    start("true", Container.of(environment, Grants.NONE, image));
    assertThat(exit().code()).as(text(directory.logPath())).isZero();
    return Files.readAllLines(notes);
  }

  @Test
  void aContainerHasNoRightsNoNetworkAndARootThatNobodyWrites() throws Exception {
    var words = asked(Image.of("tools:7", null));
    assertThat(words)
        .startsWith("run", "--rm", "--pull=never")
        .contains("--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges")
        .contains("--network=none", "--pids-limit=3000", "--log-driver=none")
        .anyMatch(word -> word.startsWith("seccomp=" + data))
        .containsSubsequence("--entrypoint=", "tools:7", "serve");
    assertThat(asked(Image.of("tools:7", "vouched"))).contains("--network=vouched");
  }

  @Test
  void itSeesWhatBelongsToTheSessionAndTheRemoteOnly() throws Exception {
    git("init", "-q");
    var mounts =
        asked(Image.of("tools:7", null)).stream().filter(w -> w.startsWith("type=")).toList();
    var program = temporary.resolve("programs/agent-remote");
    assertThat(mounts)
        .contains("type=bind,src=%1$s,dst=%1$s".formatted(work))
        .contains("type=bind,src=%1$s,dst=%1$s,readonly".formatted(program))
        .contains("type=bind,src=%1$s,dst=%1$s,readonly".formatted(work.resolve(".git/config")))
        .contains("type=bind,src=/dev/null,dst=/etc/shadow,readonly")
        .noneMatch(mount -> mount.contains("src=" + data.resolve("credentials.json")))
        .noneMatch(mount -> mount.startsWith("type=bind,src=/usr"))
        .noneMatch(mount -> mount.contains("src=" + environment.get("HOME") + ","));
  }

  @Test
  void variablesAreNamedAndTheirValuesAreNoArguments() throws Exception {
    var words = asked(Image.of("tools:7", null));
    assertThat(words).containsSubsequence("--env", "AGENT_OUTPOST_CONNECT_TOKEN");
    assertThat(words).noneMatch(word -> word.contains("agc_secret"));
    assertThat(words).doesNotContain("PATH", "CONTAINERS_CONF");
    assertThat(text(Path.of(notes + ".env")))
        .contains("AGENT_OUTPOST_CONNECT_TOKEN=agc_secret", "CONTAINERS_CONF=/etc/engine.conf");
  }

  @Test
  void aContainerThatCouldNotBeRemovedIsRememberedUntilItIs() throws Exception {
    var container = Container.of(environment, Grants.NONE, Image.of("tools:7", null));
    var state = Files.createDirectories(directory.state(true));
    var record = Files.createFile(directory.path().resolve("container"));
    var engine = temporary.resolve("bin/podman");
    executable(engine, "echo 'Error: the store is locked'; exit 125");
    container.end(state);
    assertThat(record).exists();
    executable(engine, "echo 'Error: No such container: agent'; exit 1");
    container.end(state);
    assertThat(record).doesNotExist();
  }

  @Test
  void anImageThatTheEngineDoesNotRunIsSaidWithItsWords() throws Exception {
    executable(temporary.resolve("bin/podman"), "echo 'Error: tools:7: image not known'; exit 125");
    assertThatThrownBy(() -> asked(Image.of("tools:7", null)))
        .hasMessage("a container of tools:7 does not work here: Error: tools:7: image not known");
    assertThatThrownBy(() -> asked(Image.NONE)).hasMessage("no image is named");
    assertThatThrownBy(
            () -> Container.of(Map.of("PATH", "/nowhere"), Grants.NONE, Image.of("x", null)))
        .hasMessage("neither podman nor docker is installed");
  }
}
