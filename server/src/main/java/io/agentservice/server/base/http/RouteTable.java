package io.agentservice.server.base.http;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds the route of a request: a GET answers HEAD, too, and every path OPTIONS. */
final class RouteTable {
  private static final String V3 = "/v3/";
  private static final String V3_BETA = "/v3beta1/";

  private final Map<String, PathTree<Route>> methods = new HashMap<>();

  RouteTable(Collection<Route> routes) {
    for (Route route : routes) {
      var tree = methods.computeIfAbsent(route.method().name(), _ -> new PathTree<>());
      spellings(route.path()).forEach(path -> tree.put(path, route));
    }
  }

  /** {@code /v3} and {@code /v3beta1} are one tree (completions.md 4). */
  private static List<String> spellings(String path) {
    if (path.startsWith(V3)) {
      return List.of(path, V3_BETA + path.substring(V3.length()));
    }
    return path.startsWith(V3_BETA)
        ? List.of(path, V3 + path.substring(V3_BETA.length()))
        : List.of(path);
  }

  /** The route and the values of its path's names; null when there is none of that method. */
  PathTree.@Nullable Found<Route> find(String method, String path) {
    var tree = methods.get(method.equals("HEAD") ? "GET" : method);
    return tree == null ? null : tree.find(path);
  }

  /** The {@code Allow} of a path; empty when there is no route. */
  String allowed(String path) {
    var found = new TreeSet<String>();
    methods.forEach((method, tree) -> {
      if (tree.find(path) != null) {
        found.add(method);
      }
    });
    if (found.contains("GET")) {
      found.add("HEAD");
    }
    if (!found.isEmpty()) {
      found.add("OPTIONS");
    }
    return String.join(", ", found);
  }
}
