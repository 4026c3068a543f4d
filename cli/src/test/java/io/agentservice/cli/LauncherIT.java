package io.agentservice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code agent} in a tree of its own, with programs that only write down their call. */
class LauncherIT {
  private final Instant now = Instant.now();

  @TempDir private Path place;
  private Path root;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void makeTree() throws IOException {
    root = place.resolve("tree");
    source("pom.xml", now.minusSeconds(100));
    source("server/src/main/java/Server.java", now.minusSeconds(100));
    source("remote/src/main/java/Remote.java", now.minusSeconds(100));
    Files.copy(Path.of("..", "agent"), root.resolve("agent"));
    source("jdk/release", "JAVA_VERSION=\"25.0.1\"\n");
    program("jdk/bin/javac", "");
    program(
        "jdk/bin/java",
        """
        echo "$@" >>"$LOG/java"
        case $* in *AOTCacheOutput=*) ;; *) exit 0 ;; esac
        env >"$LOG/environment"
        [ ! -e "$LOG/no-archive" ] || exit 1
        for word in "$@"; do
          case $word in -XX:AOTCacheOutput=*) echo archive >"${word#*=}" ;; esac
        done
        """);
    program(
        "bin/mvn",
        """
        echo "$@" >>"$LOG/mvn"
        mkdir -p "$TREE/cli/target" "$TREE/remote/target/dist"
        : >"$TREE/cli/target/agent-cli.jar"
        case $* in *remote*) : >"$TREE/remote/target/dist/inputs.sha256" ;; esac
        """);
    environment.put("PATH", place.resolve("bin") + ":/usr/bin:/bin");
    environment.put("JAVA_HOME", place.resolve("jdk").toString());
    environment.put("HOME", place.toString());
  }

  @Test
  void theFirstCommandBuildsAllAndRunsWithAnArchiveOfItsOwn() throws Exception {
    assertThat(agent("--help").exit()).isZero();

    assertThat(calls("mvn")).singleElement().asString().contains("-pl cli,remote -am");
    assertThat(calls("java")).hasSize(2);
    assertThat(calls("java").getFirst()).contains("io.agentservice.cli.Training");
    assertThat(calls("java").getLast())
        .contains("-XX:AOTCache=" + archive("command"))
        .endsWith("agent-cli.jar --help");
  }

  @Test
  void theNextCommandBuildsAndPreparesNothing() throws Exception {
    agent("--help");
    forget();

    assertThat(agent("--help").says()).isEmpty();

    assertThat(calls("mvn")).isEmpty();
    assertThat(calls("java")).hasSize(1);
  }

  @Test
  void aServiceIsTrainedOnAPreparedHome() throws Exception {
    agent("up");

    assertThat(calls("java"))
        .satisfiesExactly(
            call ->
                assertThat(call)
                    .contains("PreparedHome " + root.resolve("cli/target/prepared/home")),
            call ->
                assertThat(call).contains("ServiceTraining " + root.resolve("cli/src/training")),
            call -> assertThat(call).contains(archive("service").toString()).endsWith(" up"));
  }

  @Test
  void aChangeOfTheServerLeavesTheRemoteAsItIs() throws Exception {
    agent("--help");
    forget();
    source("server/src/main/java/Server.java", now.plusSeconds(100));

    agent("--help");

    assertThat(calls("mvn")).singleElement().asString().contains("-pl cli -am");
  }

  @Test
  void aChangeOfTheRemotePackagesIt() throws Exception {
    agent("--help");
    forget();
    source("remote/src/main/java/Remote.java", now.plusSeconds(100));

    agent("--help");

    assertThat(calls("mvn")).singleElement().asString().contains("-pl cli,remote -am");
  }

  @Test
  void afterABuildTheFirstCommandGoesWithoutAnArchiveAndTheNextMakesIt() throws Exception {
    agent("--help");
    Files.writeString(archive("command"), "of the build before");
    forget();
    Files.setLastModifiedTime(archive("command"), FileTime.from(now.minusSeconds(1000)));

    agent("--help");
    assertThat(calls("java"))
        .singleElement()
        .asString()
        .endsWith("agent-cli.jar --help")
        .doesNotContain("AOTCache"); // classes of the build before would run

    forget();
    agent("--help");
    assertThat(calls("mvn")).isEmpty();
    assertThat(calls("java").getFirst()).contains("AOTCacheOutput");
    assertThat(calls("java")).hasSize(2);
  }

  @Test
  void buildMakesAnArchiveAtOnceAfterAChangeToo() throws Exception {
    agent("--build");
    forget();
    Files.setLastModifiedTime(archive("service"), FileTime.from(now.minusSeconds(1000)));

    agent("--build");

    assertThat(calls("java")).anySatisfy(call -> assertThat(call).contains("ServiceTraining"));
  }

  @Test
  void anotherJdkHasAnArchiveOfItsOwn() throws Exception {
    agent("--help");
    Path first = archive("command");
    forget();
    source("jdk/release", "JAVA_VERSION=\"26\"\n");

    agent("--help");

    assertThat(calls("java").getFirst()).contains("AOTCacheOutput");
    assertThat(archive("command")).isNotEqualTo(first);
  }

  @Test
  void aTrainingThatFailsBreaksNoStartAndIsNotTriedAgain() throws Exception {
    Files.createFile(place.resolve("no-archive"));

    assertThat(agent("--help").exit()).isZero();
    forget();

    assertThat(agent("--help").says()).isEmpty();
    assertThat(calls("java")).hasSize(1);
  }

  @Test
  void theTrainingKnowsNothingOfTheUsersEnvironment() throws Exception {
    environment.put("AGENT_DATABASE_URL", "jdbc:postgresql://production/agent");

    agent("up");

    assertThat(Files.readString(place.resolve("environment")))
        .contains("AGENT_HOME=" + root.resolve("cli/target/prepared/training"))
        .doesNotContain("production");
  }

  @Test
  void buildMakesEverythingThatCommandsWouldAndRunsNone() throws Exception {
    agent("--build");

    assertThat(archive("command")).exists();
    assertThat(archive("service")).exists();
    assertThat(calls("java")).allSatisfy(call -> assertThat(call).contains("prepared"));
  }

  /** Told by the Java that runs this test. */
  @Test
  void anArchiveOfNoSenseIsNeitherUsedNorMentioned() throws Exception {
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    Files.createDirectories(root.resolve("cli/target"));
    jar(root.resolve("cli/target/agent-cli.jar"));
    assertThat(agent("--help").exit()).isZero();
    Files.write(archive("command"), new byte[100_000]);

    var second = agent("--help");

    assertThat(second).isEqualTo(new Ended(0, "hello\n", ""));
  }

  /** Java's own entry point of the jar that stands for ours. */
  static final class Hello {
    private Hello() {}

    static void main() {
      System.out.print("hello\n");
    }
  }

  /** Java does not start from an archive whose jars lay elsewhere, if one of them is sealed. */
  @Test
  void aTreeThatWasMovedGetsAnotherArchive() throws Exception {
    makeRelease();
    agent("--help");
    Path first = root.relativize(released());
    forget();
    root = Files.move(root, place.resolve("moved"));

    agent("--help");

    assertThat(calls("java").getFirst()).contains("AOTCacheOutput");
    assertThat(root.relativize(released())).isNotEqualTo(first);
  }

  private Path released() throws IOException {
    try (var found = Files.newDirectoryStream(root.resolve("prepared"), "command-*.aot")) {
      return found.iterator().next();
    }
  }

  @Test
  void aReleaseBuildsNothingAndRunsOnTheJavaThatItBrings() throws Exception {
    makeRelease();

    assertThat(agent("--help").exit()).isZero();

    assertThat(calls("mvn")).isEmpty();
    assertThat(calls("java").getFirst()).contains("io.agentservice.cli.Training");
    assertThat(calls("java").getLast())
        .contains("-XX:AOTCache=" + root.resolve("prepared/command-"))
        .endsWith("lib/agent-cli.jar --help");
  }

  @Test
  void aPackagePreparesNoDatabaseThatItsServicesCouldNotUse() throws Exception {
    makeRelease();

    agent("--prepare");

    assertThat(calls("java"))
        .hasSize(2)
        .anySatisfy(
            call -> assertThat(call).contains("ServiceTraining " + root.resolve("training")))
        .noneSatisfy(call -> assertThat(call).contains("PreparedHome"));
  }

  /** No JDK is anywhere: only the runtime beside the launcher. */
  private void makeRelease() throws IOException {
    Files.delete(root.resolve("pom.xml"));
    Files.createDirectories(root.resolve("lib"));
    Files.createFile(root.resolve("lib/agent-cli.jar"));
    Files.setLastModifiedTime(
        root.resolve("lib/agent-cli.jar"), FileTime.from(now.minusSeconds(100)));
    Files.move(place.resolve("jdk"), root.resolve("runtime"));
    Files.delete(root.resolve("runtime/bin/javac"));
    environment.remove("JAVA_HOME");
  }

  private record Ended(int exit, String prints, String says) {}

  private Ended agent(String... arguments) throws Exception {
    var command = new ArrayList<>(List.of("sh", root.resolve("agent").toString()));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().putAll(environment);
    Path out = place.resolve("out");
    Path err = place.resolve("err");
    var process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  @Test
  void onATerminalABuildSaysHowFarItIs() throws Exception {
    program(
        "bin/mvn",
        """
        echo '[INFO] Building agent server 0.1.0-SNAPSHOT     [5/11]'
        echo '[INFO] Downloaded from central: https://repo.example/a.jar'
        echo '[INFO] Downloaded from central: https://repo.example/b.jar'
        tries=0
        until grep -qs '5 of 11' "$LOG/terminal" || [ $tries -eq 200 ]; do sleep 0.1; tries=$((tries + 1)); done
        mkdir -p "$TREE/cli/target" "$TREE/remote/target/dist"
        : >"$TREE/cli/target/agent-cli.jar"
        : >"$TREE/remote/target/dist/inputs.sha256"
        """);
    environment.put("TERM", "xterm");
    var terminal = place.resolve("terminal");
    var command = "'%s' --print-jdk; '%1$s' help".formatted(root.resolve("agent"));
    var builder = new ProcessBuilder("script", "-qefc", command, terminal.toString());
    builder.environment().putAll(environment);
    var process =
        builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(Files.readString(terminal)).contains("building server (5 of 11), 2 files fetched, ");
    assertThat(calls("java")).isNotEmpty();
  }

  private List<String> calls(String program) throws IOException {
    Path log = place.resolve(program);
    return Files.exists(log) ? Files.readAllLines(log) : List.of();
  }

  private void forget() throws IOException {
    Files.deleteIfExists(place.resolve("mvn"));
    Files.deleteIfExists(place.resolve("java"));
  }

  private Path archive(String kind) throws IOException {
    try (var found =
        Files.newDirectoryStream(root.resolve("cli/target/prepared"), kind + "-*.aot")) {
      return found.iterator().next();
    }
  }

  private void source(String name, Instant changed) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, name);
    Files.setLastModifiedTime(file, FileTime.from(changed));
  }

  private void source(String name, String content) throws IOException {
    Path file = place.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  private void program(String name, String lines) throws IOException {
    // Not by variables: a training gets none of ours.
    source(name, "#!/bin/sh\nLOG='%s' TREE='%s'\n%s".formatted(place, root, lines));
    assertThat(place.resolve(name).toFile().setExecutable(true)).isTrue();
  }

  private static void jar(Path file) throws IOException {
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Hello.class.getName());
    String name = Hello.class.getName().replace('.', '/') + ".class";
    try (var jar = new JarOutputStream(Files.newOutputStream(file), manifest);
        var code = Hello.class.getClassLoader().getResourceAsStream(name)) {
      jar.putNextEntry(new JarEntry(name));
      code.transferTo(jar);
    }
  }
}
