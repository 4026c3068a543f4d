package io.agentservice.e2e.builds;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.e2e.Installation;
import io.agentservice.e2e.Programs;
import io.agentservice.wire.json.JsonObject;
import io.agentservice.worker.sandbox.HomeTools;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A server and a worker whose sessions build projects; the policy allows the registries only. */
final class Site implements AutoCloseable {
  /** The address of what projects have outside of their session. */
  private static final String OUTSIDE = "127.0.0.2";

  /** A command's limit. */
  private static final int SECONDS = 900;

  /** What package managers keep in a home; the worker gives sessions what is there. */
  private static final List<String> CACHES =
      List.of(
          ".m2/repository",
          ".npm/_cacache",
          ".cache/pip",
          ".cache/uv",
          ".cache/go-build",
          ".cache/coursier",
          ".cargo/registry",
          "go/pkg/mod",
          ".ivy2/cache",
          ".gradle/caches",
          ".local/share/pnpm/store");

  private final Registries registries;
  private final @Nullable String user;
  private final Installation installation;

  /**
   * Starts it.
   *
   * @param home of the worker's user, whose caches sessions read; may be that of several sites
   * @param user as whom sessions run, and who is no other worker's; null: as whom the test runs
   * @param sandbox as given to the worker
   */
  Site(Path directory, Path home, Registries registries, @Nullable String user, String sandbox)
      throws IOException {
    this.registries = registries;
    this.user = user;
    for (var cache : CACHES) {
      Files.createDirectories(home.resolve(cache));
    }
    var allowed = new ArrayList<JsonObject>();
    registries.hosts().forEach(host -> allowed.add(JsonObject.of("hostname", host)));
    allowed.add(JsonObject.of("ipv4", OUTSIDE));
    var policy = JsonObject.of("enabled", true, "allow", allowed);
    installation =
        Installation.start(
            Files.createDirectories(directory), Map.of("AGENT_NETWORK_POLICY", policy.toJson()));
    own(installation.work());
    var flags = new ArrayList<String>(List.of("--sandbox=" + sandbox));
    if (user != null) {
      flags.add("--run-as=" + user);
    }
    installation.startWorker(
        "worker", directory.resolve("data"), variables(home), flags.toArray(String[]::new));
  }

  private static Map<String, String> variables(Path home) {
    var user = Path.of(System.getProperty("user.home"));
    var path =
        Stream.of(System.getenv("PATH").split(File.pathSeparator, -1)).map(Path::of).toList();
    var variables = new TreeMap<String, String>();
    variables.put("HOME", home.toString());
    variables.put("AGENT_ALLOW_UNENFORCED_POLICY", "true");
    variables.put(
        "AGENT_SANDBOX_READ",
        HomeTools.in(user, path).stream()
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator)));
    return variables;
  }

  /** Gives a directory and what is in it to whom the sessions run as. */
  private void own(Path path) throws IOException {
    if (user == null) {
      return;
    }
    var owner = path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(user);
    try (var files = Files.walk(path)) {
      for (var file : files.toList()) {
        Files.setOwner(file, owner);
      }
    }
  }

  /** Seconds of the commands that build and test a fresh copy, by a session of its own. */
  double build(Project project, String round) throws Exception {
    var copy = installation.work().resolve(project.name() + "-" + round);
    project.copyTo(copy);
    registries.writeTo(copy);
    own(copy);
    var outside = project.hasOutside() ? startOutside(copy) : null;
    try {
      return seconds(project, copy, play(project, copy));
    } finally {
      if (outside != null) {
        outside.destroy();
        assertThat(outside.waitFor(30, TimeUnit.SECONDS)).isTrue();
      }
    }
  }

  private Process startOutside(Path copy) throws IOException {
    var log = copy.resolve("outside.log");
    var started =
        new ProcessBuilder("bash", "-e", "./outside")
            .directory(copy.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    installation.await(
        "what is outside of " + copy,
        () -> !started.isAlive() || Files.exists(copy.resolve("port")));
    assertThat(started.isAlive()).as(Programs.read(log)).isTrue();
    return started;
  }

  /** Answers the results of its commands. */
  private List<JsonObject> play(Project project, Path copy) throws Exception {
    var turns = new ArrayList<JsonObject>();
    for (var step : project.steps()) {
      var command =
          "cd %s && . ./settings && export PROOF=$PWD/proof && bash -e ./%s"
              .formatted(copy.getFileName(), step);
      turns.add(call("bash", "command", command, "timeout_seconds", SECONDS));
    }
    turns.add(call("finish", "summary", "built"));
    var transcript = JsonObject.of("name", "build", "model", "recorded", "turns", turns);
    var session = installation.create("Build " + project.name(), transcript.toJson());
    awaitEnd(session);
    var results =
        installation.events(session).stream()
            .filter(event -> event.required("type").equals("tool_result"))
            .map(event -> event.object("data"))
            .limit(project.steps().size())
            .toList();
    installation.client().sessions(installation.org()).terminate(session, false);
    return results;
  }

  private static double seconds(Project project, Path copy, List<JsonObject> results) {
    assertThat(results).as(project.name()).hasSize(project.steps().size());
    double seconds = 0;
    for (var result : results) {
      assertThat(result.number("exit_code", -1)).as(result.toJson()).isZero();
      seconds += result.number("duration_millis", 0) / 1000.0;
    }
    assertThat(copy.resolve("proof")).as("no test was run: " + results).exists();
    return seconds;
  }

  private void awaitEnd(String session) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2 * SECONDS + 120);
    while (!"finished".equals(installation.session(session).text("status_detail"))) {
      assertThat(System.nanoTime()).as(session + " goes on too long").isLessThan(end);
      Thread.sleep(200);
    }
  }

  private static JsonObject call(String tool, Object... input) {
    return JsonObject.of(
        "tool_calls", List.of(JsonObject.of("name", tool, "input", JsonObject.of(input))));
  }

  @Override
  public void close() {
    installation.close();
  }
}
