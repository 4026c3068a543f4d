package io.agentservice.postgres.machine;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A program and its arguments, handed over as they are: no shell reads them. */
public record Command(List<String> words) {
  private static final Set<String> INHERITED = Set.of("PATH", "LANG", "TZ");

  public record Result(int exit, String output) {
    public boolean success() {
      return exit == 0;
    }
  }

  public static Command of(String... words) {
    return new Command(List.of(words));
  }

  public Command and(String... more) {
    return new Command(joined(words, Arrays.asList(more)));
  }

  public Command and(Command more) {
    return new Command(joined(words, more.words));
  }

  private static List<String> joined(List<String> first, List<String> second) {
    var all = new ArrayList<>(first);
    all.addAll(second);
    return List.copyOf(all);
  }

  /** True if a program of this name can be found. */
  public static boolean exists(String program) {
    String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
    return Arrays.stream(path.split(File.pathSeparator, -1))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }

  /** As {@link #run(Path, Deadline)}, with standard input. */
  public Result run(Path directory, String input, Deadline deadline)
      throws IOException, InterruptedException {
    Process process = builder(directory).redirectInput(ProcessBuilder.Redirect.PIPE).start();
    try (var in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    }
    return result(process, deadline);
  }

  /** Runs the program to its end, or kills it at the deadline; its output has to fit a pipe. */
  public Result run(Path directory, Deadline deadline) throws IOException, InterruptedException {
    return result(builder(directory).start(), deadline);
  }

  private static Result result(Process process, Deadline deadline)
      throws IOException, InterruptedException {
    try {
      if (!process.waitFor(deadline.left().toMillis(), TimeUnit.MILLISECONDS)) {
        return new Result(-1, "no end within the time given");
      }
      var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Result(process.exitValue(), output.strip());
    } finally {
      process.destroyForcibly();
    }
  }

  /** Starts the program in {@code directory}, detached, with all output to {@code log}. */
  public Process start(Path directory, Path log) throws IOException {
    OwnerOnly.createFile(log);
    return builder(directory).redirectOutput(log.toFile()).start();
  }

  private ProcessBuilder builder(Path directory) {
    var builder = new ProcessBuilder(words).directory(directory.toFile());
    builder.redirectErrorStream(true).redirectInput(new File("/dev/null"));
    // Nothing of ours but what they need: our environment holds secrets, and theirs can be read by
    // every process of the user. We read the messages, so they must be English.
    var environment = builder.environment();
    environment.keySet().retainAll(INHERITED);
    environment.put("LC_ALL", "C");
    return builder;
  }
}
