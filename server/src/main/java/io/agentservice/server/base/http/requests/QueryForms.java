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
 * The forms in which a query may say one parameter: {@code k=} and {@code k[]=}, the same wrapped
 * as {@code qs[k]=} and {@code qs[k][]=}, and as a member of {@code qs=} with a JSON object, for
 * generators that nest the query of a list (completions.md 7).
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

  /**
   * A parameter in one form.
   *
   * @param name which of its names was used
   * @param place the key of the query that holds it
   * @param values at least one; empty ones are left out
   */
  record Form(String name, String place, List<String> values) {}

  /** The forms in which a parameter of these names was sent, in the order of the query. */
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

  /** What is no text stays as its JSON: it reads as a number or a bool, or is refused as none. */
  private static List<String> texts(JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return List.of();
    }
    return value.isArray()
        ? value.valueStream().flatMap(item -> texts(item).stream()).toList()
        : List.of(value.isString() ? value.stringValue() : value.toString());
  }
}
