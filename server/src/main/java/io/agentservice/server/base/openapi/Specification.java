package io.agentservice.server.base.openapi;

import static io.agentservice.server.base.openapi.SpecificationFile.load;
import static io.agentservice.server.base.openapi.SpecificationFile.object;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Bundles the specification. A reference to a file in {@code schemas}, {@code parameters} or {@code
 * responses} becomes one to a component named after it; a path that uses another's file is its
 * alias, with operation ids ending in {@code Alias}, {@code Alias2} and so on.
 */
public final class Specification {
  private static final String ROOT = "openapi/openapi.yaml";
  private static final URI SHARED = URI.create("openapi/shared/");
  private static final String SCHEMAS = "schemas";
  private static final String REF = "$ref";
  private static final String PATHS = "paths";
  private static final Set<String> SECTIONS = Set.of(SCHEMAS, "parameters", "responses");

  private final Map<String, Map<String, Object>> components = new TreeMap<>();
  private final Map<String, URI> origins = new LinkedHashMap<>();
  private final Map<URI, Integer> pathFiles = new HashMap<>();
  private final CommonParts common =
      new CommonParts(
          file -> component(SHARED.resolve(file + ".yaml")), this::referred, this::page);

  private Specification() {}

  /** The bundled document; a new one that the caller may change. */
  public static Map<String, Object> bundle() {
    return new Specification().document();
  }

  private Map<String, Object> document() {
    var root = URI.create(ROOT);
    Map<String, Object> document = load(root);
    var paths = new LinkedHashMap<String, Object>();
    object(document.get(PATHS))
        .forEach((path, item) -> paths.put(path, path(root, path, object(item))));
    document.put(PATHS, paths);
    object(document.computeIfAbsent("components", _ -> new LinkedHashMap<String, Object>()))
        .putAll(components);
    return document;
  }

  private Map<String, Object> path(URI root, String path, Map<String, Object> item) {
    var file = root.resolve(Objects.requireNonNull(item.get(REF), "a path is a file").toString());
    var resolved = object(Objects.requireNonNull(resolve(file, load(file))));
    int nth = pathFiles.merge(file, 1, Integer::sum);
    for (Object operation : resolved.values()) {
      if (nth > 1) {
        String ending = nth == 2 ? "Alias" : "Alias" + (nth - 1);
        object(operation).computeIfPresent("operationId", (_, id) -> id + ending);
      }
      common.addTo(path, object(operation));
    }
    return resolved;
  }

  /** The shared schema of a page of that path's version, with these items (completions.md 5). */
  private String page(String path, Map<String, Object> items) {
    String form = path.startsWith("/v2/") ? "schemas/SkipPage.yaml" : "schemas/Page.yaml";
    String item = Objects.requireNonNull(items.get(REF), "a page of a schema").toString();
    String name = item.substring(item.lastIndexOf('/') + 1) + "Page";
    components
        .computeIfAbsent(SCHEMAS, _ -> new TreeMap<>())
        .computeIfAbsent(
            name,
            _ -> {
              var page = new LinkedHashMap<>(load(SHARED.resolve(form)));
              var properties = new LinkedHashMap<>(object(page.get("properties")));
              properties.put("items", Map.of("type", "array", "items", items));
              page.put("properties", properties);
              return page;
            });
    return "#/components/schemas/" + name;
  }

  private @Nullable Object resolve(URI base, @Nullable Object node) {
    return switch (node) {
      case Map<?, ?> map when map.get(REF) instanceof String reference ->
          Map.of(REF, component(base.resolve(reference)));
      case Map<?, ?> map -> {
        var copy = new LinkedHashMap<String, @Nullable Object>();
        map.forEach((key, value) -> copy.put(key.toString(), resolve(base, value)));
        yield copy;
      }
      case List<?> list -> {
        var copy = new ArrayList<@Nullable Object>();
        list.forEach(value -> copy.add(resolve(base, value)));
        yield copy;
      }
      case null, default -> node;
    };
  }

  /** The schema of {@code {$ref: #/components/schemas/Name}}. */
  private Object referred(Object reference) {
    String pointer = Objects.requireNonNull(object(reference).get(REF), "a reference").toString();
    var all = Objects.requireNonNull(components.get(SCHEMAS));
    return Objects.requireNonNull(all.get(pointer.substring(pointer.lastIndexOf('/') + 1)));
  }

  private String component(URI file) {
    String path = file.getPath();
    String name = path.substring(path.lastIndexOf('/') + 1).replace(".yaml", "");
    String directory = path.substring(0, path.lastIndexOf('/'));
    String section = directory.substring(directory.lastIndexOf('/') + 1);
    if (!SECTIONS.contains(section)) {
      throw new IllegalStateException(file + " is in none of " + SECTIONS);
    }
    String pointer = "#/components/%s/%s".formatted(section, name);
    var known = origins.putIfAbsent(pointer, file);
    if (known == null) {
      var content = Objects.requireNonNull(resolve(file, load(file)));
      components.computeIfAbsent(section, _ -> new TreeMap<>()).put(name, content);
    } else if (!known.equals(file)) {
      throw new IllegalStateException("%s and %s have one name".formatted(known, file));
    }
    return pointer;
  }
}
