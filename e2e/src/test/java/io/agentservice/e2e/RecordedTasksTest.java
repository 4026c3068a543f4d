package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A tool that no recorded task uses is left out of the service. Recorded tasks are the examples,
 * and the transcripts that tests here have played; what they do is tested where they are played.
 */
class RecordedTasksTest {
  private static final Pattern TOOL = Pattern.compile("(?m)^\\| \\[`([a-z_]+)`\\]\\(#");

  @Test
  void everyToolIsUsedByOne() throws IOException {
    var documented = Files.readString(Programs.root().resolve("docs/tools.md"));
    var tools =
        TOOL.matcher(documented)
            .results()
            .map(result -> result.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(tools).contains("bash", "finish", "call_tool").hasSizeGreaterThan(30);

    var used =
        tasks().stream()
            .flatMap(file -> calls(transcript(file)))
            .collect(Collectors.toCollection(TreeSet::new));

    tools.removeAll(used);
    assertThat(tools).as("tools that no recorded task uses").isEmpty();
  }

  @Test
  void eachOneIsPlayedByATest() throws IOException {
    var sources = sources();
    for (var file : own()) {
      var name = file.getFileName().toString().replace(".json", "");
      assertThat(sources).contains("RecordedTask.named(\"%s\")".formatted(name));
    }
  }

  /** Not this class. */
  private static String sources() throws IOException {
    try (var files = Files.walk(Path.of("src/test/java"))) {
      return files
          .filter(file -> file.toString().endsWith("E2ET.java"))
          .map(Programs::read)
          .collect(Collectors.joining("\n"));
    }
  }

  private static List<Path> tasks() throws IOException {
    try (var examples = Files.newDirectoryStream(Programs.root().resolve("examples"))) {
      var all = new ArrayList<>(own());
      for (var example : examples) {
        var transcript = example.resolve("transcript.json");
        if (Files.exists(transcript)) {
          all.add(transcript);
        }
      }
      return all;
    }
  }

  private static List<Path> own() throws IOException {
    try (var files = Files.list(RecordedTask.DIRECTORY)) {
      return files.filter(file -> file.toString().endsWith(".json")).toList();
    }
  }

  private static JsonObject transcript(Path file) {
    return JsonObject.parse(Programs.read(file));
  }

  /** The tools that it calls, those of its children included. */
  private static Stream<String> calls(JsonObject transcript) {
    var children = transcript.object("children");
    return Stream.concat(
        transcript.objects("turns").stream()
            .flatMap(turn -> turn.objects("tool_calls").stream())
            .map(call -> call.required("name")),
        children.fields().keySet().stream().flatMap(name -> calls(children.object(name))));
  }
}
