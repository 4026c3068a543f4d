package io.agentservice.e2e;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.client.AgentClient;
import io.agentservice.client.fleet.ClaimAnswer;
import io.agentservice.client.http.ClientSettings;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a session finds of the installation's secrets that searches its machine for them: server,
 * worker and session on one machine, started by the commands that people type.
 */
@Tag("long")
@Timeout(300) // server and worker start, and the session's command reads all of /proc
class HiddenSecretsE2ET {
  private static final int NOBODY = 65534;

  private static final Pattern TOKEN = Pattern.compile("\\bag[a-z]_[A-Za-z0-9]{16,}");

  @TempDir Path directory;
  @TempDir Path elsewhere;
  private final List<Process> processes = new ArrayList<>();
  private final String bootstrap = "bootstrap-" + UUID.randomUUID();
  private final String modelKey = "sk-" + UUID.randomUUID();
  private List<String> prefix = List.of();
  private Path prepared = Programs.preparedHome();
  private RecordingModel model;
  private AgentClient client;
  private Path work;

  @BeforeEach
  void prepare() throws IOException {
    model = new RecordingModel();
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
    work = Files.createDirectory(directory.resolve("work"));
  }

  @AfterEach
  void end() throws Exception {
    for (var process : processes.reversed()) {
      process.destroy();
      if (!process.waitFor(120, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    }
    model.close();
  }

  @Test
  void aSessionOfTheServicesUserFindsWhatTheDocumentNamesAndNothingElse() throws Exception {
    serve(Map.of());
    var secrets = search();
    assertThat(filesWith(secrets)).isEqualTo(documented());
    nothingInProcesses(secrets);
  }

  @Test
  @Tag("nightly")
  void anOrdinaryUsersSessionSeesNoEnvironmentOfServerAndWorkerAtAll() throws Exception {
    becomeNobody();
    serve(Map.of());
    var secrets = search();
    assertThat(filesWith(secrets)).isEqualTo(documented());
    nothingInProcesses(secrets);
    for (var process : processes) {
      assertThat(Programs.read(work.resolve("refused")))
          .contains("/proc/" + process.pid() + "/environ: Permission denied");
    }
  }

  @Test
  @Tag("nightly")
  void aSessionThatRunsAsAnotherUserFindsNothing() throws Exception {
    assumeTrue(isRoot(), "only root becomes somebody else");
    int stranger = ThreadLocalRandom.current().nextInt(100_000, 900_000_000);
    give(stranger);
    serve(Map.of("AGENT_RUN_AS", stranger + ":" + stranger));
    var secrets = search();
    assertThat(filesWith(secrets)).isEmpty();
    nothingInProcesses(secrets);
    assertThat(Files.readAllLines(work.resolve("files")))
        .allMatch(file -> file.startsWith(work.toString()) || file.contains("/state/"));
    assertThat(work.resolve("signals")).doesNotExist();
    assertThat(Files.getAttribute(work.resolve("searched"), "unix:uid")).isEqualTo(stranger);
  }

  private static boolean isRoot() throws IOException {
    return Files.exists(Path.of("/proc/self"))
        && Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
  }

  /** The installation runs as an ordinary user, to whom its directory is given. */
  private void becomeNobody() throws Exception {
    if (!isRoot()) {
      return; // we are one
    }
    var nobody = List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");
    var look = new ArrayList<>(nobody);
    look.addAll(List.of("test", "-r", Programs.REMOTES.toString()));
    assumeTrue(
        new ProcessBuilder(look).start().waitFor() == 0, "another user can't read our programs");
    prefix = nobody;
    give(NOBODY);
    Files.setAttribute(directory, "unix:uid", NOBODY);
    prepared = nobodysCopyOf(prepared);
  }

  /** Others can't read the data that a first start copies. */
  private Path nobodysCopyOf(Path prepared) throws Exception {
    var copy = elsewhere.resolve("home");
    Files.setPosixFilePermissions(elsewhere, PosixFilePermissions.fromString("rwx--x--x"));
    var script = "cp -a '%s' '%s' && chown -R %d '%2$s'".formatted(prepared, copy, NOBODY);
    assertThat(new ProcessBuilder("sh", "-c", script).inheritIO().start().waitFor()).isZero();
    return copy;
  }

  private void give(int user) throws IOException {
    Files.setAttribute(work, "unix:uid", user);
  }

  private void serve(Map<String, String> ofWorker) throws Exception {
    var log = start("server", Map.of(), "server");
    var said = "agent server listens on ";
    await("the server", log, () -> Programs.read(log).contains(said));
    String url = Programs.read(log).replaceAll("(?s).*" + said + "(\\S+).*", "$1");
    client = new AgentClient(ClientSettings.of(URI.create(url), bootstrap));
    client.fleet().createOutpost("local", "linux", null);
    var variables = new LinkedHashMap<>(ofWorker);
    variables.put("AGENT_OUTPOSTS_TOKEN", workerKey());
    variables.put("AGENT_API_URL", url);
    variables.put("AGENT_WORKER_HOME", directory.resolve("worker").toString());
    variables.put("AGENT_SANDBOX", "none"); // behind walls there is nothing to be found
    start("worker", variables, "worker", "start", "--outpost=local", "--poll-interval-secs=1");
  }

  private Path start(String name, Map<String, String> variables, String... arguments)
      throws IOException {
    var log = directory.resolve(name + ".log");
    var builder = Programs.cli(log, arguments).directory(work.toFile());
    builder.command().addAll(0, prefix);
    var environment = builder.environment();
    environment.keySet().removeIf(key -> key.startsWith("AGENT_"));
    environment.put("HOME", directory.toString());
    if (name.equals("server")) {
      environment.put("AGENT_HOME", home().toString());
      environment.put("AGENT_PORT", "0");
      environment.put("AGENT_BOOTSTRAP_TOKEN", bootstrap);
      environment.put("AGENT_MODEL", "openai:test");
      environment.put("AGENT_OPENAI_BASE_URL", model.address());
      environment.put("AGENT_OPENAI_API_KEY", modelKey);
      environment.put("AGENT_REMOTE_BINARIES", Programs.REMOTES.toString());
      environment.put("AGENT_PREPARED_HOME", prepared.toString());
    }
    environment.putAll(variables);
    processes.add(builder.start());
    return log;
  }

  private Path home() {
    return directory.resolve("home");
  }

  /** Has a session search; answers what it was not to find. */
  private Map<String, String> search() throws Exception {
    var secrets = secrets();
    // Everything that the system tells of processes, and the names of all files of ours.
    var command =
        """
        for f in /proc/[0-9]*/environ /proc/[0-9]*/cmdline; do
          echo; echo "== $f"; tr '\\0' '\\n' < "$f"
        done > processes 2> refused
        find %s -type f -readable -print 2>> refused | sort -u > files
        kill -s CONT %d 2> /dev/null && echo signalled > signals
        echo done > searched\
        """
            .formatted(directories(), processes.getLast().pid());
    model.call("bash", JsonObject.of("command", command).toJson());
    model.call("finish", "{\"summary\":\"searched\"}");
    String org = org();
    client.sessions(org).create(JsonObject.of("prompt", "search", "platform", "local"), null);
    await(
        "the search",
        directory.resolve("worker.log"),
        () -> Files.exists(work.resolve("searched")));
    return secrets;
  }

  /** Each by itself: who can't list one may still enter it. */
  private String directories() throws IOException {
    try (var paths = Files.walk(directory, 4)) {
      return paths.filter(Files::isDirectory).map(path -> "'" + path + "'").collect(joining(" "));
    }
  }

  private String org() {
    return client.self().object("org_permissions").fields().keySet().iterator().next();
  }

  private Map<String, String> secrets() throws IOException {
    var secrets = new LinkedHashMap<String, String>();
    secrets.put("bootstrap token", bootstrap);
    secrets.put("model key", modelKey);
    secrets.put("connect token", connectToken());
    secrets.put("worker token", workerKey());
    secrets.put("database password", Files.readString(home().resolve("postgres/password")).strip());
    String key = Files.readString(home().resolve("master.key"));
    secrets.put("master key", key.replaceAll("(?s).*\"value\"\\s*:\\s*\"([^\"]+)\".*", "$1"));
    assertThat(secrets.values()).allSatisfy(secret -> assertThat(secret).hasSizeGreaterThan(15));
    return secrets;
  }

  private String workerKey() throws IOException {
    return JsonObject.parse(Files.readString(home().resolve("credentials.json")))
        .required("worker_key");
  }

  /** Of another session's claim. */
  private String connectToken() {
    client.fleet().createOutpost("other", "linux", null);
    String id =
        client.sessions(org()).create(JsonObject.of("prompt", "p", "platform", "other"), null).id();
    return client.fleet().claim(id, "test") instanceof ClaimAnswer.Claimed(var entry)
        ? String.valueOf(entry.status().connectToken())
        : "not claimed";
  }

  /** The files of the installation that the session could read and that hold a secret. */
  private Set<String> filesWith(Map<String, String> secrets) throws IOException {
    var found = new TreeSet<String>();
    for (var name : Files.readAllLines(work.resolve("files"))) {
      var file = Path.of(name);
      if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
          && secrets.values().stream().anyMatch(Programs.read(file)::contains)) {
        found.add(home().relativize(file).toString());
      }
    }
    return found;
  }

  /** The files with secrets that docs/worker.md says a session can reach. */
  private static Set<String> documented() throws IOException {
    var text = Files.readString(Path.of("..", "docs", "worker.md"));
    int begin = text.indexOf("## What a session can reach");
    var said = text.substring(begin, text.indexOf("keeps other users out", begin));
    assertThat(said).contains("on the service's own machine also `AGENT_HOME` with");
    var named = new TreeSet<String>();
    Pattern.compile("`([a-z/]+\\.json|[a-z/]+\\.key|postgres/[a-z]+)`")
        .matcher(said)
        .results()
        .forEach(file -> named.add(file.group(1)));
    return named;
  }

  private void nothingInProcesses(Map<String, String> secrets) {
    String text = Programs.read(work.resolve("processes"));
    assertThat(text).contains("== /proc/" + processes.getFirst().pid() + "/cmdline");
    secrets.forEach(
        (name, secret) -> assertThat(text.contains(secret)).as("%s in /proc", name).isFalse());
    for (var section : text.split("\n== ", -1)) {
      if (section.contains(directory.toString())) {
        assertThat(TOKEN.matcher(section).find()).as("a token in %s", section).isFalse();
      }
    }
  }

  private static void await(String what, Path log, BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime())
          .as("waited in vain for %s\n%s", what, Programs.read(log))
          .isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }
}
