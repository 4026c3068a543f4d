package io.agentservice.server.testing;

import io.agentservice.server.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** A server in a process of its own, which ends at once when its memory does not suffice. */
public final class ServerProcess implements AutoCloseable {
  private static final String LISTENING = "listening ";

  private final Process process;
  private final String address;

  private ServerProcess(Process process, String address) {
    this.process = process;
    this.address = address;
  }

  /** Starts one with a heap of so many MiB, and waits until it listens. */
  public static ServerProcess start(Map<String, String> settings, int heap) {
    var builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1", // it does not live long enough for the other compiler
            "-Xmx" + heap + "m",
            "-XX:+ExitOnOutOfMemoryError",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName());
    builder.environment().putAll(settings);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    try {
      var process = builder.start();
      var lines =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      String line = lines.readLine();
      if (line == null || !line.startsWith(LISTENING)) {
        process.destroyForcibly();
        throw new AssertionError("the server did not start: " + line);
      }
      return new ServerProcess(process, line.substring(LISTENING.length()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String address() {
    return address;
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Stops it as a machine that hangs: it does nothing more, and closes nothing. */
  public void freeze() {
    try {
      var kill = new ProcessBuilder("kill", "-STOP", Long.toString(process.pid())).start();
      if (kill.waitFor() != 0) {
        throw new AssertionError("the server could not be stopped");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** Ends it as {@code kill -9} does. */
  public void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  @Override
  public void close() {
    kill();
  }
}
