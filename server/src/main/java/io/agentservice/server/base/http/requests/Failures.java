package io.agentservice.server.base.http.requests;

import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** All failures of a request (at most 50, completions.md 8.1), the first of each place. */
final class Failures {
  private static final int MAX = 50;

  private final List<Failure> found = new ArrayList<>();

  void add(String type, String msg, Object... loc) {
    var place = List.of(loc);
    if (found.size() < MAX && found.stream().noneMatch(known -> known.loc().equals(place))) {
      found.add(new Failure(place, msg, type));
    }
  }

  /** Those of a part, which counts its places from {@code body} on, at the part's place. */
  void take(Failures part, Object... place) {
    for (var failure : part.found) {
      var loc = new ArrayList<>(List.of(place));
      loc.addAll(failure.loc().subList(1, failure.loc().size()));
      add(failure.type(), failure.msg(), loc.toArray());
    }
  }

  /** The database can't store the character zero or half a surrogate pair. */
  void refuseUnstorable(JsonNode node, List<Object> loc) {
    if (node.isString()) {
      refuseUnstorable(node.stringValue(), loc);
    }
    if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        refuseUnstorable(node.get(i), with(loc, i));
      }
    }
    node.properties()
        .forEach(field -> {
          refuseUnstorable(field.getKey(), loc);
          refuseUnstorable(field.getValue(), with(loc, field.getKey()));
        });
  }

  private void refuseUnstorable(String text, List<Object> loc) {
    if (text.indexOf('\0') >= 0) {
      add("pattern", "Input should not have the character zero", loc.toArray());
    } else if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      add("pattern", "Input should not have half of a surrogate pair", loc.toArray());
    }
  }

  private static List<Object> with(List<Object> loc, Object next) {
    var longer = new ArrayList<>(loc);
    longer.add(next);
    return longer;
  }

  boolean any() {
    return !found.isEmpty();
  }

  void check() {
    if (any()) {
      throw Problem.invalid(List.copyOf(found)).exception();
    }
  }
}
