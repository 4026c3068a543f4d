package io.agentservice.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The built programs, ready to be started. */
public final class Programs {
  /** Of an image that podman or docker has, for tests of containers; null: none is named. */
  static final @Nullable String IMAGE = System.getenv("AGENT_TEST_IMAGE");

  /** The remote binaries that the build made. */
  public static final Path REMOTES =
      Path.of("../remote/target/dist/agent-rs/remote").toAbsolutePath().normalize();

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Path CLI =
      Path.of("../cli/target/agent-cli.jar").toAbsolutePath().normalize();

  /** Of a Java that is ended before what an optimizing compiler costs would pay. */
  static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1";

  private static boolean launcherReady;

  private Programs() {}

  /** The source tree. */
  public static Path root() {
    return ROOT;
  }

  /**
   * The command {@code ./agent}. What it makes once after a build is made before any test gets it:
   * its commands would tell of that, or of waiting for the one that makes it, and tests judge what
   * commands tell.
   */
  static synchronized Path launcher() {
    var launcher = ROOT.resolve("agent");
    if (!launcherReady) {
      prepare(launcher);
      launcherReady = true;
    }
    return launcher;
  }

  private static void prepare(Path launcher) {
    var log = Path.of("target", "launcher.log").toFile();
    var build = new ProcessBuilder(launcher.toString(), "--build").redirectErrorStream(true);
    try {
      var process = build.redirectOutput(log).start();
      if (!process.waitFor(5, TimeUnit.MINUTES)) {
        process.destroy(); // it ends what it has begun
        throw new IllegalStateException("./agent --build takes longer than 5 minutes, see " + log);
      }
      if (process.exitValue() != 0) {
        throw new IllegalStateException(
            "./agent --build ends with " + process.exitValue() + ", see " + log);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** A data directory that new ones may begin as a copy of: {@code AGENT_PREPARED_HOME}. */
  public static Path preparedHome() {
    return launcher().resolveSibling("cli/target/prepared/home");
  }

  /** That of another release, in that directory, built or unpacked. */
  public static Path preparedHomeOf(Path release) {
    var built = release.resolve("cli/target/prepared/home");
    return Files.exists(built) ? built : release.resolve("prepared/home");
  }

  /** A server that writes to the log. */
  public static ProcessBuilder server(Path log) {
    return java(log, "-cp", CLI.toString(), "io.agentservice.server.Main");
  }

  /**
   * A server of another release, in that directory, built or unpacked, that writes to the log. It
   * gets no archive: from ours Java would load our classes, whatever its class path says.
   */
  public static ProcessBuilder serverOf(Path release, Path log) {
    var built = release.resolve("cli/target/agent-cli.jar");
    var jar = Files.exists(built) ? built : release.resolve("lib/agent-cli.jar");
    return java(log, List.of("-cp", jar.toString(), "io.agentservice.server.Main"));
  }

  /** The command {@code agent} that writes to the log. */
  public static ProcessBuilder cli(Path log, String... arguments) {
    var words = new ArrayList<>(List.of("-jar", CLI.toString()));
    words.addAll(List.of(arguments));
    return java(log, words.toArray(String[]::new));
  }

  private static ProcessBuilder java(Path log, String... words) {
    var all = new ArrayList<>(List.of("-XX:AOTCache=" + archive()));
    all.addAll(List.of(words));
    return java(log, all);
  }

  private static ProcessBuilder java(Path log, List<String> words) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", SHORT_LIVED, "-XX:-UsePerfData", "-Xlog:disable"));
    command.addAll(words);
    var builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(log.toFile()));
    builder.environment().put("AGENT_DRAIN_SECONDS", "0"); // who waits for the end has no balancer
    return builder;
  }

  /** Of the classes that services load; a Java for which it was not made ignores it. */
  private static Path archive() {
    var prepared = preparedHome().getParent();
    try (var archives = Files.newDirectoryStream(prepared, "service-*.aot")) {
      return archives.iterator().next();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a file holds; nothing when it can't be read. */
  public static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }
}
