package io.agentservice.server.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Twice as long a text costs a regular expression twice the steps, not four times. Each is tried on
 * long runs of the characters that it is written with, which something else ends.
 */
class CostOfPatternsTest {
  private static final int SIZE = 300;

  /** Beyond so many it takes too long, whatever it took for half. */
  private static final int MOST_STEPS = 1_000_000;

  /** A text that counts how often it is looked at. */
  private static final class Counted implements CharSequence {
    private final String text;
    private int steps;

    Counted(String text) {
      this.text = text;
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      if (steps++ > MOST_STEPS) {
        throw new IllegalStateException("no end of it");
      }
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }
  }

  private static int steps(Pattern pattern, String text) {
    var counted = new Counted(text);
    try {
      var _ = pattern.matcher(counted).matches();
    } catch (IllegalStateException _) {
      return MOST_STEPS;
    }
    return counted.steps;
  }

  private static boolean isSlow(Pattern pattern, String run) {
    String text = run.repeat(SIZE);
    int once = steps(pattern, text + '\u0001');
    int twice = steps(pattern, text + text + '\u0001');
    return twice == MOST_STEPS || twice > 3 * once + 1000;
  }

  @Test
  void aTextTwiceAsLongCostsTwice() throws Exception {
    var patterns = patterns();
    var slow = new TreeMap<String, String>();
    patterns.forEach((name, pattern) ->
        runs(pattern).stream()
            .filter(run -> isSlow(pattern, run))
            .findFirst()
            .ifPresent(run -> slow.put(name, run)));

    assertThat(patterns).hasSizeGreaterThan(60);
    assertThat(slow).isEmpty();
  }

  private static List<String> runs(Pattern pattern) {
    var written = pattern.pattern().chars().distinct().mapToObj(Character::toString);
    var runs =
        new ArrayList<>(Stream.concat(written, Stream.of("a", "0", " ", "\n")).distinct().toList());
    runs.addAll(runs.stream().map(run -> "a" + run).toList());
    return runs;
  }

  /** Those of our classes, by where they are. */
  private static Map<String, Pattern> patterns() throws IOException, IllegalAccessException {
    var found = new TreeMap<String, Pattern>();
    for (var type : classes()) {
      for (Field field : type.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) && field.getType() == Pattern.class) {
          field.setAccessible(true);
          found.put(type.getSimpleName() + "." + field.getName(), (Pattern) field.get(null));
        }
      }
    }
    return found;
  }

  private static List<Class<?>> classes() throws IOException {
    var root = Path.of("target/classes");
    try (var files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
          .<Class<?>>map(CostOfPatternsTest::load)
          .toList();
    }
  }

  private static Class<?> load(String file) {
    String name = file.substring(0, file.length() - ".class".length()).replace('/', '.');
    try {
      return Class.forName(name, false, CostOfPatternsTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("Can't load " + name, e);
    }
  }
}
