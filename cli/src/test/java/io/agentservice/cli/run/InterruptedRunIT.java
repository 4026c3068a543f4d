package io.agentservice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.home.Home;
import io.agentservice.cli.home.Runs;
import io.agentservice.cli.process.Program;
import io.agentservice.cli.service.KilledRuns;
import io.agentservice.cli.testing.CommandProcess;
import io.agentservice.cli.testing.OnService;
import io.agentservice.cli.testing.StandInRemote;
import io.agentservice.cli.workplace.UserRepository;
import io.agentservice.client.AgentClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs that end before their session does: what is left of them, and what becomes of it. */
@Timeout(300) // several programs start, one after the other
class InterruptedRunIT extends OnService {
  @TempDir private Path place;
  private StandInRemote remote;
  private CommandProcess run;
  private AgentClient client;

  @Override
  protected Map<String, String> settings() throws IOException {
    remote = StandInRemote.publish(directory);
    var transcript =
        Files.writeString(directory.resolve("t.json"), "{\"name\": \"t\", \"turns\": []}");
    return Map.of(
        "AGENT_REMOTE_BINARIES",
        remote.binaries(),
        "AGENT_REPLAY_MODELS",
        "true",
        "AGENT_MODEL",
        "replay:" + transcript);
  }

  @BeforeEach
  void begin() throws Exception {
    client = Connection.open(connection().target());
    var variables = new HashMap<>(environment());
    variables.put("AGENT_HOME", place.resolve("home").toString());
    variables.put("AGENT_SANDBOX", "none"); // the stand-in notes its number as it is outside
    Files.createDirectories(place.resolve("work"));
    run = CommandProcess.start(place, variables, "run", "mend it", "--in", "work");
    remote.awaitRunning(1);
    // The worker may have the session before the run has written down which one it is.
    StandInRemote.await("the run's note", () -> runs().last(place.resolve("work")).isPresent());
  }

  @AfterEach
  void end() {
    run.close();
    remote.running().forEach(ProcessHandle::destroyForcibly);
    client.close();
  }

  private Runs runs() {
    return new Runs(new Home(place.resolve("home")));
  }

  private String session() {
    return runs().last(place.resolve("work")).orElseThrow().session();
  }

  private List<String> outposts() {
    return client.fleet().outposts().stream().map(outpost -> outpost.spec().name()).toList();
  }

  private void isAsleep(String session) {
    var record = client.sessions(Connection.organization(client.self())).get(session);
    assertThat(record.standing().status()).isEqualTo("suspended");
    assertThat(record.standing().archived()).isFalse();
  }

  @Test
  void whatAKilledRunLeftRunningIsEndedItsSessionSleepsAndItsOutpostGoes() throws Exception {
    var name = runs().begun().getFirst();
    run.process().destroyForcibly().waitFor();
    assertThat(remote.running()).hasSize(1);
    assertThat(outposts()).contains(name);

    new KilledRuns(runs(), client).tidyUp();

    remote.awaitRunning(0);
    assertThat(runs().begun()).isEmpty();
    assertThat(outposts()).doesNotContain(name);
    isAsleep(session());
  }

  @Test
  void aRunThatLivesIsLeftAlone() throws Exception {
    var name = runs().begun().getFirst();

    new KilledRuns(runs(), client).tidyUp();

    assertThat(remote.running()).hasSize(1);
    assertThat(runs().begun()).containsExactly(name);
    assertThat(outposts()).contains(name);
  }

  @Test
  void twoInterruptsAtOnceAreOneAndNoSessionIsLeftResuming() throws Exception {
    run.signals("INT", "TERM");

    assertThat(run.exitCode()).isIn(130, 143); // whichever is heard first
    remote.awaitRunning(0);
    assertThat(runs().begun()).isEmpty();
    isAsleep(session());
  }

  @Test
  void whatAnInterruptedRunHadDoneIsSaidToBeInItsBranch() throws Exception {
    var shop = UserRepository.make(place.resolve("shop")).directory();
    var home = place.resolve("home-of-the-second");
    var variables = new HashMap<>(environment());
    variables.putAll(Map.of("AGENT_HOME", home.toString(), "AGENT_SANDBOX", "none"));
    try (var second =
        CommandProcess.start(
            place, variables, "run", "mend it", "--in=" + shop, "--branch=mended")) {
      remote.awaitRunning(2);
      StandInRemote.await("its note", () -> new Runs(new Home(home)).last(shop).isPresent());
      Files.writeString(checkout(home).resolve("tracked"), "half of it\n");

      second.signal("INT");

      assertThat(second.exitCode()).isEqualTo(130);
      assertThat(second.errors())
          .contains("agent: what was done until then is in the branch mended");
    }
    assertThat(Program.run(shop, List.of("git", "show", "mended:tracked"), Map.of()))
        .isEqualTo("half of it\n");
  }

  private static Path checkout(Path home) throws IOException {
    try (var all = Files.walk(home)) {
      return all.filter(file -> file.toString().endsWith(".checkout")).findFirst().orElseThrow();
    }
  }

  @Test
  void aSecondSignalEndsARunAtOnceWithWhatItHasStarted() throws Exception {
    run.signal("TERM");
    run.await(errors -> errors.contains("Ctrl-C again ends at once"));
    StandInRemote.await(
        "the end",
        () -> {
          run.signalIfThere("TERM"); // one that comes with the first is the same wish
          return !run.process().isAlive();
        });

    assertThat(run.exitCode()).isEqualTo(143);
    StandInRemote.await("the end of its remote", () -> remote.running().isEmpty());
    assertThat(runs().begun()).as("nothing was tidied up").hasSize(1);
  }
}
