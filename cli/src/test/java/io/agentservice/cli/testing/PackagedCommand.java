package io.agentservice.cli.testing;

import io.agentservice.cli.Main;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How the command is started. Where the build has packaged it, that is what runs, from the archive
 * of linked classes that the launcher makes: a start then takes half of the processor's time.
 */
final class PackagedCommand {
  private static final Path TARGET = Path.of("target").toAbsolutePath();
  private static final Path JAR = TARGET.resolve("agent-cli.jar");

  /** It is trained with a demo, which needs this one. */
  private static final Path REMOTE = Path.of("..", "remote", "target", "dist", "inputs.sha256");

  private static boolean prepared;

  private PackagedCommand() {}

  /** The words before the command's own. */
  static List<String> words() throws IOException {
    var words = new ArrayList<String>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
    if (isUnderTest()) {
      archive().ifPresent(it -> words.addAll(List.of("-XX:AOTCache=" + it, "-Xlog:disable")));
      words.addAll(List.of("-jar", JAR.toString()));
    } else {
      words.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath()));
      words.add(Main.class.getName());
    }
    return words;
  }

  /** False for classes that are not packaged: those of {@code make faults}, or of an editor. */
  private static boolean isUnderTest() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .anyMatch(entry -> Path.of(entry).toAbsolutePath().equals(JAR));
  }

  private static String classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Made by a run of all tests: a few would pay more for it than they get. */
  private static synchronized Optional<Path> archive() throws IOException {
    if (System.getProperty("it.test") == null && Files.exists(REMOTE) && !prepared) {
      prepared = true;
      prepare();
    }
    return archive(TARGET.resolve("prepared"), JAR);
  }

  /** Never one that is older than the jar: Java would run the classes of before. */
  static Optional<Path> archive(Path directory, Path jar) throws IOException {
    if (Files.notExists(directory)) {
      return Optional.empty();
    }
    var packaged = Files.getLastModifiedTime(jar);
    try (var archives = Files.newDirectoryStream(directory, "service-*.aot")) {
      for (var archive : archives) {
        if (Files.size(archive) > 0 && Files.getLastModifiedTime(archive).compareTo(packaged) > 0) {
          return Optional.of(archive);
        }
      }
    }
    return Optional.empty();
  }

  /** Starts are only slower where it fails; what it said is in {@code target/launcher.log}. */
  private static void prepare() throws IOException {
    var launcher = Path.of("..", "agent").toAbsolutePath().normalize();
    var builder = new ProcessBuilder(launcher.toString(), "--build").redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    var process = builder.redirectOutput(TARGET.resolve("launcher.log").toFile()).start();
    try {
      if (!process.waitFor(2, TimeUnit.MINUTES)) {
        process.destroy(); // it ends what it has begun
      }
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
    }
  }
}
