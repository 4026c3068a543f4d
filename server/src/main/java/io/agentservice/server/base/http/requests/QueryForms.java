package io.agentservice.server.base.http.requests;

import io.agentservice.server.base.http.answers.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The forms of one parameter: {@code k=}, {@code k[]=}, {@code qs[k]=}, {@code qs[k][]=}, and a
 * member of a JSON object {@code qs=} (completions.md 7).
 */
final class QueryForms {
  private static final String WRAPPER = "qs";

  private final Map<String, List<String>> sent;
  private final @Nullable ObjectNode wrapped;
  private final boolean broken;

  QueryForms(Map<String, List<String>> sent) {
    this.sent = sent;
    var texts = nonEmpty(sent.getOrDefault(WRAPPER, List.of()));
    this.wrapped = texts.isEmpty() ? null : object(texts.getFirst());
    this.broken = !texts.isEmpty() && wrapped == null;
  }

  /** Whether {@code qs} holds something that is no JSON object. */
  boolean broken() {
    return broken;
  }

  /** The {@code name} used, the query's key {@code place}, and the values that are not empty. */
  record Form(String name, String place, List<String> values) {}

  /** In the query's order. */
  List<Form> of(List<String> names) {
    var forms = new LinkedHashMap<String, Form>();
    sent.forEach((key, values) ->
        names.forEach(name -> {
          if (isArrayOf(name, key)) {
            add(forms, name, name, values);
          } else if (isArrayOf(WRAPPER + "[" + name + "]", key)) {
            add(forms, name, WRAPPER + "[" + name + "]", values);
          } else if (key.equals(WRAPPER) && wrapped != null) {
            add(forms, name, WRAPPER, texts(wrapped.path(name)));
            add(forms, name, WRAPPER, texts(wrapped.path(name + "[]")));
          }
        }));
    return List.copyOf(forms.values());
  }

  private static boolean isArrayOf(String name, String key) {
    return key.equals(name) || key.equals(name + "[]");
  }

  private static void add(Map<String, Form> forms, String name, String place, List<String> values) {
    var texts = nonEmpty(values);
    if (!texts.isEmpty()) {
      forms
          .computeIfAbsent(place + " " + name, _ -> new Form(name, place, new ArrayList<>()))
          .values()
          .addAll(texts);
    }
  }

  private static List<String> nonEmpty(List<String> values) {
    return values.stream().filter(value -> !value.isEmpty()).toList();
  }

  /** Null when it is none. */
  private static @Nullable ObjectNode object(String text) {
    try {
      return Json.MAPPER.readTree(text) instanceof ObjectNode object ? object : null;
    } catch (JacksonException _) {
      return null;
    }
  }

  /** What is no text stays JSON, for the reader of numbers. */
  private static List<String> texts(JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return List.of();
    }
    return value.isArray()
        ? value.valueStream().flatMap(item -> texts(item).stream()).toList()
        : List.of(value.isString() ? value.stringValue() : value.toString());
  }
}
