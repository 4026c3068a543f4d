package io.agentservice.e2e;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The built programs, ready to be started. */
public final class Programs {
  /** The remote binaries that the build made. */
  public static final Path REMOTES =
      Path.of("../remote/target/dist/agent-rs/remote").toAbsolutePath().normalize();

  private static final Path CLI =
      Path.of("../cli/target/agent-cli.jar").toAbsolutePath().normalize();

  private Programs() {}

  /** A server that writes to the log. */
  public static ProcessBuilder server(Path log) {
    return java("io.agentservice.server.Main", log);
  }

  /** The command {@code agent} that writes to the log. */
  static ProcessBuilder cli(Path log, String... arguments) {
    return java("io.agentservice.cli.Main", log, arguments);
  }

  private static ProcessBuilder java(String main, Path log, String... arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", CLI.toString(), main));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(Redirect.appendTo(log.toFile()));
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
