package io.agentservice.worker.sandbox.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one session may use of the machine.
 *
 * @param processes and threads at one time; the kernel does not count those of root
 * @param files open in each process
 * @param memory of each process's data, in bytes; null: any
 */
public record Limits(long processes, long files, @Nullable Long memory) {
  public static final Limits DEFAULT = new Limits(3_000, 65_536, null);

  private static final Path OWN = Path.of("/proc/self/limits");
  private static final Path OWN_SCORE = Path.of("/proc/self/oom_score_adj");
  private static final int SOONER_THAN_WORKER = 300;
  private static final int SOONEST = 1_000;

  /**
   * Reads {@code processes=N,files=N,memory=N[K|M|G]}, each of which may be left out.
   *
   * @throws IllegalArgumentException with one line that says what is wrong
   */
  public static Limits of(@Nullable String words) {
    var limits = DEFAULT;
    for (var word :
        words == null || words.isBlank() ? List.<String>of() : List.of(words.split(",", -1))) {
      var parts = word.strip().split("=", 2);
      long number = number(word, parts.length == 2 ? parts[1].strip() : "");
      limits =
          switch (parts[0]) {
            case "processes" -> new Limits(number, limits.files, limits.memory);
            case "files" -> new Limits(limits.processes, number, limits.memory);
            case "memory" -> new Limits(limits.processes, limits.files, number);
            default -> throw wrong(word);
          };
    }
    return limits;
  }

  private static long number(String word, String text) {
    if (!text.matches("[1-9][0-9]{0,11}[KMGkmg]?")) {
      throw wrong(word);
    }
    int last = text.length() - 1;
    return switch (text.toUpperCase(Locale.ROOT).charAt(last)) {
      case 'K' -> Long.parseLong(text.substring(0, last)) << 10;
      case 'M' -> Long.parseLong(text.substring(0, last)) << 20;
      case 'G' -> Long.parseLong(text.substring(0, last)) << 30;
      default -> Long.parseLong(text);
    };
  }

  private static IllegalArgumentException wrong(String word) {
    return new IllegalArgumentException(
        "'%s' is no limit: write processes=3000,files=65536,memory=4G, or some of these"
            .formatted(word.strip()));
  }

  /** The arguments of {@code prlimit}. */
  public List<String> arguments() throws IOException {
    return byName().entrySet().stream()
        .map(limit -> "--%s=%d".formatted(limit.getKey(), limit.getValue()))
        .toList();
  }

  /**
   * The limits by the names that programs have for them; what the worker itself may not, nobody
   * behind it may.
   */
  public Map<String, Long> byName() throws IOException {
    var limits = new TreeMap<String, Long>();
    limits.put("nproc", Math.min(processes, own("Max processes")));
    limits.put("nofile", Math.min(files, own("Max open files")));
    if (memory != null) {
      limits.put("data", Math.min(memory, own("Max data size")));
    }
    return limits;
  }

  /** The hard limit of this process. */
  private static long own(String name) throws IOException {
    try (var lines = Files.lines(OWN)) {
      return lines
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(name.length()).strip().split("\\s+", -1)[1])
          .filter(hard -> hard.matches("[0-9]+"))
          .map(Long::parseLong)
          .findFirst()
          .orElse(Long.MAX_VALUE);
    }
  }

  /** When memory runs out the kernel ends what a session runs, not its worker. */
  public static int score() throws IOException {
    int own = Integer.parseInt(Files.readString(OWN_SCORE).strip());
    return Math.min(SOONEST, own + SOONER_THAN_WORKER);
  }
}
