package io.agentservice.server.agent.loop.changes;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the list that {@code compare.sh} writes of a work tree. */
final class ChangedFiles {
  private static final String TYPE_CHANGED = "type_changed";

  private final Deque<String> records;

  private ChangedFiles(String list) {
    records = new ArrayDeque<>(List.of(list.split("\0", -1)));
  }

  /** At most {@code most} of them, in git's order. */
  static List<ChangedFile> of(byte[] list, int most) {
    return new ChangedFiles(new String(list, UTF_8)).read(most);
  }

  private String next() {
    String record = records.poll();
    return record == null ? "" : record;
  }

  /** Of the two paths of a renamed file the first is that of before. */
  private record Name(String status, String path, @Nullable String oldPath) {}

  private record Count(long additions, long deletions, boolean binary) {}

  private List<ChangedFile> read(int most) {
    var sizes = new ArrayDeque<>(next().lines().map(Long::parseLong).toList());
    var names = new ArrayList<Name>();
    for (String raw = next(); !raw.isEmpty(); raw = next()) {
      names.add(name(raw.substring(raw.lastIndexOf(' ') + 1)));
    }
    var counts = names.stream().map(_ -> count(next())).toList();
    next();
    var generated = generated();
    var files = new ArrayList<ChangedFile>();
    for (int i = 0; i < Math.min(most, names.size()); i++) {
      var name = names.get(i);
      var count = counts.get(i);
      files.add(
          new ChangedFile(
              name.path,
              name.oldPath,
              name.status,
              count.additions,
              count.deletions,
              count.binary,
              generated.contains(name.path) || ChangedFile.isGenerated(name.path),
              size(sizes, name.status)));
    }
    return files;
  }

  private Name name(String letter) {
    return switch (letter.isEmpty() ? ' ' : letter.charAt(0)) {
      case 'A' -> new Name("added", next(), null);
      case 'D' -> new Name("deleted", next(), null);
      case 'T' -> new Name(TYPE_CHANGED, next(), null);
      case 'R', 'C' -> {
        String before = next();
        yield new Name("renamed", next(), before);
      }
      default -> new Name("modified", next(), null);
    };
  }

  private Count count(String record) {
    var words = record.split("\t", 3);
    if (words.length < 3) {
      return new Count(0, 0, false);
    }
    if (words[2].isEmpty()) { // both names of a renamed file follow
      next();
      next();
    }
    boolean binary = words[0].equals("-");
    return binary
        ? new Count(0, 0, true)
        : new Count(Long.parseLong(words[0]), Long.parseLong(words[1]), false);
  }

  /** A file that became another kind of thing has two parts: one is gone, the other is new. */
  private static long size(Deque<Long> sizes, String status) {
    long size = sizes.isEmpty() ? 0 : sizes.poll();
    return size + (status.equals(TYPE_CHANGED) && !sizes.isEmpty() ? sizes.poll() : 0);
  }

  private Set<String> generated() {
    var generated = new HashSet<String>();
    while (records.size() >= 3) {
      String path = next();
      next();
      String value = next();
      if (value.equals("set") || value.equals("true")) {
        generated.add(path);
      }
    }
    return generated;
  }
}
