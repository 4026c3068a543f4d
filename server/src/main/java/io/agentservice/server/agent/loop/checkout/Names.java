package io.agentservice.server.agent.loop.checkout;

import io.agentservice.server.agent.loop.session.CheckoutPlan;
import io.agentservice.server.agent.loop.session.CheckoutPlan.Place;
import io.agentservice.server.agent.loop.session.CheckoutPlan.Repository;
import io.agentservice.server.base.ids.SessionId;
import java.text.Normalizer;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How branch, directories and mirrors are called. */
final class Names {
  private static final int WORDS = 40;

  private Names() {}

  /** The session's branch: {@code <prefix><short id>-<words of the title>}. */
  static String branch(String prefix, SessionId session, @Nullable String title) {
    String words =
        Normalizer.normalize(Objects.requireNonNullElse(title, ""), Normalizer.Form.NFKD)
            .replaceAll("\\p{M}", "")
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-", "");
    if (words.length() > WORDS) {
      int end = words.lastIndexOf('-', WORDS);
      words = words.substring(0, end > 0 ? end : WORDS);
    }
    words = words.replaceAll("-$", "");
    return prefix + CheckoutPlan.shortId(session) + (words.isEmpty() ? "" : "-" + words);
  }

  /**
   * Where each repository that has a place goes, below the working directory: by the last segment
   * of its path; those that share one by all of their path, and by their host, too, if need be.
   */
  static Map<Place, String> directories(List<Repository> repositories) {
    var places =
        repositories.stream().map(Repository::place).filter(Objects::nonNull).distinct().toList();
    var shortest = places.stream().collect(Collectors.groupingBy(place -> key(last(place))));
    var whole = places.stream().collect(Collectors.groupingBy(place -> key(place.path())));
    var directories = new LinkedHashMap<Place, String>();
    var taken = new HashSet<String>();
    for (var place : places) {
      String name = safe(last(place));
      if (shortest.getOrDefault(key(last(place)), List.of()).size() > 1) {
        boolean twice = whole.getOrDefault(key(place.path()), List.of()).size() > 1;
        name = safe(twice ? place.host() + "/" + place.path() : place.path());
      }
      String free = name;
      for (int i = 2; !taken.add(key(free)); i++) {
        free = name + "-" + i;
      }
      directories.put(place, free);
    }
    return directories;
  }

  /** Below the directory of the mirrors. */
  static String mirror(String organization, Place place) {
    String path = safePath(place.host()) + "/" + safePath(place.path());
    boolean same = path.equals(place.host() + "/" + place.path());
    String name = same ? path : path + "-" + Integer.toHexString(place.hashCode());
    return safe(organization) + "/" + name + ".git";
  }

  private static String last(Place place) {
    return place.path().substring(place.path().lastIndexOf('/') + 1);
  }

  private static String key(String name) {
    return safe(name).toLowerCase(Locale.ROOT); // not every file system knows case
  }

  private static String safe(String name) {
    String safe = name.replaceAll("[^A-Za-z0-9._-]", "-");
    return safe.equalsIgnoreCase(".git") ? "git" : safe;
  }

  private static String safePath(String path) {
    return path.replaceAll("[^A-Za-z0-9._/-]", "_");
  }
}
