package io.agentservice.worker.process;

import io.agentservice.worker.loop.Stop;
import io.agentservice.worker.loop.Stop.Level;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One run of the operator's program, within a time limit. */
public final class HookProcess {
  private static final int SHOWN_BYTES = 2_000;

  private HookProcess() {}

  /** {@code environment} is all of it; {@code limit} ends it with all it started. */
  public record Launch(
      Path executable,
      Map<String, String> environment,
      Path workingDirectory,
      String input,
      Duration limit) {

    @Override
    public String toString() {
      return "Launch[" + executable + "]";
    }
  }

  /** A null exit code: killed by limit or stop. The output is its end, at most 2,000 bytes. */
  public record Result(@Nullable Integer exitCode, String output) {

    public boolean successful() {
      return exitCode != null && exitCode == 0;
    }
  }

  /** Runs it and waits; a stop of level {@code until} kills it. */
  public static Result run(Launch launch, Stop stop, Level until) throws IOException {
    // Files instead of pipes: nobody has to feed and drain them, whoever keeps them open.
    var input = Files.createTempFile("agent-hook", ".in");
    var output = Files.createTempFile("agent-hook", ".out");
    try {
      Files.writeString(input, launch.input());
      var code = await(launch, start(launch, input, output), stop, until);
      return new Result(code, end(output));
    } finally {
      Files.deleteIfExists(input);
      Files.deleteIfExists(output);
    }
  }

  private record Started(Process process, RemotePid identity) {}

  private static Started start(Launch launch, Path input, Path output) throws IOException {
    var group = ProcessGroup.leader();
    var command = new ArrayList<>(group.prefix());
    command.add(launch.executable().toAbsolutePath().toString());
    var builder =
        new ProcessBuilder(command)
            .directory(launch.workingDirectory().toFile())
            .redirectInput(input.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().clear();
    builder.environment().putAll(launch.environment());
    var process = builder.start();
    var start = ProcessStart.of(process.pid()).orElse("gone");
    return new Started(process, new RemotePid(process.pid(), start, group.own()));
  }

  private static @Nullable Integer await(Launch launch, Started hook, Stop stop, Level until) {
    try (var _ = stop.on(until, () -> ProcessGroup.killAll(hook.identity))) {
      if (hook.process.waitFor(launch.limit().toMillis(), TimeUnit.MILLISECONDS)
          && !stop.reached(until)) {
        return hook.process.exitValue();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    ProcessGroup.killAll(hook.identity);
    return null;
  }

  private static String end(Path output) throws IOException {
    try (var channel = FileChannel.open(output)) {
      channel.position(Math.max(0, channel.size() - SHOWN_BYTES));
      var bytes = new byte[SHOWN_BYTES];
      var buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
        // Reads on.
      }
      return new String(bytes, 0, buffer.position(), StandardCharsets.UTF_8).strip();
    }
  }
}
