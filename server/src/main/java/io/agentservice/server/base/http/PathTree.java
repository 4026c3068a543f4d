package io.agentservice.server.base.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Values at paths with {@code {names}}, in time by the path's length; words come before names, a
 * slash at the end is ignored.
 */
final class PathTree<T> {
  private static final Pattern NAME = Pattern.compile("\\{(.+)}");

  /** Names whose values may hold slashes, as many as possible (api-org.md 10). */
  private static final Set<String> WITH_SLASHES = Set.of("repository_path", "branch_name");

  private final Map<String, PathTree<T>> words = new HashMap<>();
  private @Nullable PathTree<T> segment;
  private @Nullable PathTree<T> segments;
  private @Nullable End<T> end;

  private record End<T>(T value, List<String> names) {
    Found<T> with(List<List<String>> values) {
      var named = new HashMap<String, String>();
      for (int i = 0; i < values.size(); i++) {
        named.put(names.get(i), decoded(String.join("/", values.get(i))));
      }
      return new Found<>(value, named);
    }
  }

  /** A value, and by the names of its path the parts of the path asked for, decoded. */
  record Found<T>(T value, Map<String, String> names) {}

  /** Throws IllegalStateException for a path that differs in names at most. */
  void put(String path, T value) {
    var names = new ArrayList<String>();
    var place = this;
    for (String part : parts(path)) {
      place = place.child(part, names);
    }
    if (place.end != null) {
      throw new IllegalStateException("two of " + path);
    }
    place.end = new End<>(value, List.copyOf(names));
  }

  private PathTree<T> child(String part, List<String> names) {
    var name = NAME.matcher(part);
    if (!name.matches()) {
      return words.computeIfAbsent(part, _ -> new PathTree<>());
    }
    names.add(name.group(1));
    if (WITH_SLASHES.contains(name.group(1))) {
      segments = segments == null ? new PathTree<>() : segments;
      return segments;
    }
    segment = segment == null ? new PathTree<>() : segment;
    return segment;
  }

  /** {@code path} is still encoded; null when there is nothing. */
  @Nullable Found<T> find(String path) {
    return path.startsWith("/") ? find(parts(path), new ArrayList<>()) : null;
  }

  private @Nullable Found<T> find(List<String> rest, List<List<String>> values) {
    if (rest.isEmpty()) {
      return end == null ? null : end.with(values);
    }
    var word = words.get(rest.getFirst());
    var found = word == null ? null : word.find(tail(rest, 1), values);
    if (found == null && segment != null) {
      found = named(segment, 1, rest, values);
    }
    for (int length = rest.size(); found == null && segments != null && length > 0; length--) {
      found = named(segments, length, rest, values);
    }
    return found;
  }

  /**
   * Joins the segments of a name's value only once all is found: a stranger's path has many ways to
   * cut it.
   */
  private static <T> @Nullable Found<T> named(
      PathTree<T> child, int length, List<String> rest, List<List<String>> values) {
    if (length == 1 && rest.getFirst().isEmpty()) {
      return null;
    }
    values.addLast(rest.subList(0, length));
    var found = child.find(tail(rest, length), values);
    if (found == null) {
      values.removeLast();
    }
    return found;
  }

  private static List<String> tail(List<String> parts, int from) {
    return parts.subList(from, parts.size());
  }

  private static List<String> parts(String path) {
    int end = path.endsWith("/") ? path.length() - 1 : path.length();
    return path.equals("/") ? List.of() : Arrays.asList(path.substring(1, end).split("/", -1));
  }

  /** A plus sign is one, other than in a query. */
  private static String decoded(String part) {
    return part.indexOf('%') < 0
        ? part
        : URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
