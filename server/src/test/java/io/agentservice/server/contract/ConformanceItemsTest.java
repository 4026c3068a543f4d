package io.agentservice.server.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The checklist of completions.md 12: a test says which of its items it holds, in its comment
 * ("Items 21 and 29"), its name (item53And107...) or its display name ("99: ...").
 */
class ConformanceItemsTest {
  private static final Pattern NAMING =
      Pattern.compile(
          "\\b[Ii]tems? (\\d+(?:(?:, | and )\\d+)*)|\\bitem(\\d+(?:And\\d+)*)|DisplayName\\(\\s*\"(\\d+):");

  private static final Pattern NUMBER = Pattern.compile("\\d+");

  /** Of features that don't exist yet. Take a number out with the test that names it. */
  private static final Set<Integer> OPEN = Set.of();

  @Test
  void everyItemOfWhatThereIsIsNamedByATest() throws IOException {
    var missing = new TreeSet<Integer>();
    IntStream.concat(IntStream.rangeClosed(1, 72), IntStream.rangeClosed(99, 125))
        .filter(item -> !OPEN.contains(item))
        .forEach(missing::add);
    missing.removeAll(named());
    assertThat(missing).isEmpty();
  }

  private static Set<Integer> named() throws IOException {
    var found = new TreeSet<Integer>();
    try (Stream<Path> files = Files.walk(Path.of(".."))) {
      for (Path file : files.filter(ConformanceItemsTest::isTest).toList()) {
        NAMING
            .matcher(Files.readString(file))
            .results()
            .map(MatchResult::group)
            .flatMap(text -> NUMBER.matcher(text).results())
            .forEach(number -> found.add(Integer.valueOf(number.group())));
      }
    }
    return found;
  }

  private static boolean isTest(Path file) {
    return file.toString().contains("/src/test/java/")
        && file.toString().endsWith(".java")
        && !file.endsWith("ConformanceItemsTest.java");
  }
}
