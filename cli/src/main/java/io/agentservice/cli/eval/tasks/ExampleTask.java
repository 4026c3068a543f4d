package io.agentservice.cli.eval.tasks;

import io.agentservice.cli.demo.Example;
import io.agentservice.cli.process.Browsers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A task of {@code examples/}: its own tests, as they were, decide. */
record ExampleTask(Example example) implements Task {
  private static final List<String> TESTS = List.of("run-tests", "test", "tests");
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /** Why it can't be one; null: it can. */
  static @Nullable String obstacle(Example example, Map<String, String> variables) {
    if (example.repository() != null || !example.mcpServers().isEmpty()) {
      return "`agent demo` alone can run it";
    }
    boolean browser = Browsers.named(variables).flatMap(Browsers::usable).isPresent();
    return example.browser() && !browser
        ? "it needs a browser, which " + Browsers.VARIABLE + " has to name"
        : null;
  }

  @Override
  public String name() {
    return example.name();
  }

  @Override
  public String prompt() {
    return example.prompt();
  }

  @Override
  public Path transcript() {
    return example.transcript();
  }

  @Override
  public void prepare(Path work) {
    example.unpack(work);
  }

  @Override
  public Verdict verify(Tests tests, Path work, Path notes) {
    var original = example.directory();
    var restored =
        TESTS.stream()
            .filter(name -> Files.exists(original.resolve(name)))
            .map(name ->
                "rm -rf %s && cp -R %s . && "
                    .formatted(name, Tests.quoted(original.resolve(name).toString())))
            .collect(Collectors.joining());
    var command =
        example.testCommand(original).stream().map(Tests::quoted).collect(Collectors.joining(" "));
    var shown = Stream.of(original).map(Tests.Shown::read).toList();
    return Verdict.of(tests.run(work, shown, work, restored + command, LONGEST));
  }
}
