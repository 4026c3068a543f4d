package io.agentservice.worker.network.pasta;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What sessions without a network policy reach on the machine's own loopback.
 *
 * @param all they have the machine's network
 * @param ports otherwise
 */
public record Loopback(boolean all, List<Integer> ports) {
  public static final Loopback NOTHING = new Loopback(false, List.of());
  private static final Loopback ALL = new Loopback(true, List.of());

  public Loopback {
    ports = List.copyOf(ports);
  }

  /**
   * Reads {@code 5432,6379} or {@code all}; nothing when there are no words.
   *
   * @throws IllegalArgumentException with what is wrong
   */
  public static Loopback of(@Nullable String words) {
    if (words == null || words.isBlank()) {
      return NOTHING;
    }
    return words.strip().equals("all")
        ? ALL
        : new Loopback(false, Stream.of(words.split(",", -1)).map(Loopback::port).toList());
  }

  private static int port(String word) {
    var digits = word.strip();
    int port = digits.matches("[0-9]{1,5}") ? Integer.parseInt(digits) : 0;
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("'%s' is no port; name ports, or all".formatted(digits));
    }
    return port;
  }
}
