package io.agentservice.cli.session.replay;

import io.agentservice.client.sessions.SessionEvent;
import io.agentservice.wire.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a session began: what of its events a replay must know before the first call. */
final class Recording {
  private final Map<String, JsonObject> checkouts = new LinkedHashMap<>();
  private final Map<String, Source> repositories = new LinkedHashMap<>();
  private final List<Source> trees = new ArrayList<>();
  private @Nullable String directory;
  private boolean moved;

  /**
   * A work tree of git at the beginning.
   *
   * @param directory absolute, or below the working directory, which is {@code .}
   * @param address where git finds the repository; null: there only
   * @param commit null before the first one
   * @param tree git's id of all that was in it; null: not known
   */
  record Source(
      String directory,
      @Nullable String address,
      @Nullable String branch,
      @Nullable String commit,
      @Nullable String tree) {}

  void take(SessionEvent event) {
    var data = event.source().object("data");
    switch (event.type()) {
      case "machine_attached" -> {
        directory = directory == null ? data.text("cwd") : directory;
        moved |= data.isTrue("resumed");
      }
      case "repository_checkout" -> checkouts.put(String.valueOf(data.text("repository")), data);
      case "repository_ready" -> ready(data);
      case "work_begun" -> {
        if (trees.isEmpty()) {
          data.objects("trees").forEach(tree -> trees.add(begun(tree)));
        }
      }
      default -> {
        // Not of the beginning.
      }
    }
  }

  private void ready(JsonObject data) {
    var begun = checkouts.get(String.valueOf(data.text("repository")));
    repositories.putIfAbsent(
        below(data.required("directory")),
        new Source(
            below(data.required("directory")),
            begun == null || !data.isTrue("cloned") ? null : begun.text("address"),
            data.text("branch"),
            data.text("commit"),
            null));
  }

  private Source begun(JsonObject tree) {
    var place = below(tree.required("directory"));
    var named = repositories.get(place);
    return new Source(
        place,
        named == null ? null : named.address(),
        named == null ? null : named.branch(),
        tree.text("commit"),
        tree.text("tree"));
  }

  /** A directory below the working directory as seen from there. */
  private String below(String place) {
    var from = directory;
    if (from == null || !place.startsWith(from)) {
      return place;
    }
    var rest = place.substring(from.length());
    return rest.isEmpty() ? "." : rest.startsWith("/") ? rest.substring(1) : place;
  }

  /** The working directory then; null: no machine was there. */
  @Nullable String directory() {
    return directory;
  }

  /** Whether machines changed, so that what ran on one is not on the next. */
  boolean moved() {
    return moved;
  }

  /** What stood there: as git saw it before the first turn, else as it was checked out. */
  List<Source> sources() {
    return trees.isEmpty() ? List.copyOf(repositories.values()) : List.copyOf(trees);
  }
}
