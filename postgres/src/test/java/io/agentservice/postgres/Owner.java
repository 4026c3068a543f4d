package io.agentservice.postgres;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process that opens the server and holds it, so that a test can kill it. */
final class Owner implements AutoCloseable {
  private final Process process;
  private final BufferedReader said;

  private Owner(Process process) {
    this.process = process;
    this.said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Runs in the child: says how the opening went, holds the server until its input ends. */
  public static void main(String[] arguments) throws IOException {
    try (var postgres = EmbeddedPostgres.open(Path.of(arguments[0]))) {
      System.out.println("opened " + postgres.pid());
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (EmbeddedPostgresException e) {
      System.out.println("refused: " + e.getMessage());
    }
  }

  /** Starts the child behind {@code prefix}, as a command that changes the user. */
  static Owner of(Path directory, List<String> prefix, String classPath) throws IOException {
    var command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", classPath, Owner.class.getName(), directory.toString()));
    var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(Map.of("SOME_API_KEY", "sw0rdfish", "PGDATA", "/sw0rdfish"));
    return new Owner(builder.directory(Path.of("/").toFile()).start());
  }

  static Owner of(Path directory) throws IOException {
    return of(directory, List.of(), System.getProperty("java.class.path"));
  }

  /** The next line that the child says; null at its end. */
  String says() throws IOException {
    return said.readLine();
  }

  long pidOfServer() throws IOException {
    String line = says();
    if (line == null || !line.startsWith("opened ")) {
      throw new AssertionError("the child did not open the server: " + line);
    }
    return Long.parseLong(line.substring("opened ".length()));
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor(120, TimeUnit.SECONDS);
  }

  /** Lets the child close the server and waits for its end. */
  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      if (!process.waitFor(120, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException _) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
