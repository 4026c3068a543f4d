package io.agentservice.cli.demo;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.process.Program;
import io.agentservice.postgres.machine.Trees;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An example that is ready to be worked on.
 *
 * @param work where its files are once the session has worked
 * @param host the git host that has the repository; null when the session works in it itself
 * @param brokenBefore whether its tests fail
 */
record DemoTask(Example example, Path work, @Nullable DemoHost host, boolean brokenBefore) {

  /** Puts it into the workspace, or at the git host that the session takes it from. */
  static DemoTask prepare(Example example, Path workspace, @Nullable DemoHost host) {
    var repository = example.repository();
    if (host == null || repository == null) {
      example.unpack(workspace);
      return new DemoTask(example, workspace, null, example.test(workspace).exitCode() != 0);
    }
    var seed = host.root().resolve("seed");
    example.unpack(seed);
    boolean broken = example.test(seed).exitCode() != 0;
    host.take(repository.path(), seed);
    try {
      Trees.delete(workspace);
      Files.createDirectories(workspace);
    } catch (IOException e) {
      throw CommandFailure.failed("can't empty " + workspace + ": " + e, null);
    }
    return new DemoTask(example, workspace.resolve(repository.directory()), host, broken);
  }

  /** Where it is, for people. */
  String told() {
    return host == null
        ? work + " (a copy of " + example.directory() + ")"
        : "%s at a git host of this demo, %s (a copy of %s)"
            .formatted(path(), host.host(), example.directory());
  }

  private @Nullable String path() {
    var repository = example.repository();
    return repository == null ? null : repository.path();
  }

  /** What the session is created with. */
  JsonObject session() {
    String path = path();
    return JsonObject.of(
        "prompt",
        example.prompt(),
        "title",
        "Demo: " + example.name(),
        "repos",
        path == null ? List.of() : List.of(path),
        "approvals",
        example.approvals());
  }

  /** What was changed, as git shows it: where there is a host, what has reached that. */
  String diff() {
    var shown = List.of("git", "--no-pager", "diff", "--no-color");
    if (host == null) {
      // New files too, whether the agent told git of them or not.
      Program.run(work, List.of("git", "add", "-A", "-N"), Map.of());
      return Program.run(work, with(shown, "HEAD"), Map.of());
    }
    var request = host.forge().opened();
    if (request == null) {
      return "";
    }
    var words = host.forge().words();
    String range = request.text(words.base()) + "..." + request.text(words.head());
    return Program.run(host.bare(String.valueOf(path())), with(shown, range), Map.of());
  }

  private static List<String> with(List<String> words, String last) {
    return Stream.concat(words.stream(), Stream.of(last)).toList();
  }
}
