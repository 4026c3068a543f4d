package io.agentservice.llm.failures;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a server said when it said no; {@code {"error":{"message":..}}}, {@code {"error":".."}},
 * {@code {"message":..}}, {@code {"detail":[{"msg":..}]}}, text or a web page.
 *
 * @param words its names and numbers for the error, in lower case
 * @param text its sentence; may be empty
 */
public record ErrorBody(Set<String> words, String text) {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final List<String> NAMES = List.of("type", "code", "status");
  private static final List<String> TEXTS =
      List.of("error", "message", "detail", "details", "msg", "error_description", "errors");

  static ErrorBody read(String body) {
    String text = body.strip();
    if (text.startsWith("<")) {
      return new ErrorBody(Set.of(), ofPage(text));
    }
    try {
      return of(JSON.readTree(text));
    } catch (JacksonException e) {
      return new ErrorBody(Set.of(), text);
    }
  }

  /** Reads a body, or the error in the middle of a stream. */
  public static ErrorBody of(JsonNode node) {
    var words = new HashSet<String>();
    collect(node, words);
    collect(node.path("error"), words);
    String text = text(node);
    return new ErrorBody(words, text == null ? "" : text);
  }

  private static void collect(JsonNode node, Set<String> words) {
    for (String name : NAMES) {
      String word = node.path(name).asString("");
      if (!word.isEmpty()) {
        words.add(word.toLowerCase(Locale.ROOT));
      }
    }
  }

  private static @Nullable String text(JsonNode node) {
    if (node.isString()) {
      return node.stringValue();
    }
    if (node.isArray()) {
      return StreamSupport.stream(node.spliterator(), false)
          .map(ErrorBody::ofItem)
          .filter(Objects::nonNull)
          .collect(Collectors.joining("; "));
    }
    return TEXTS.stream()
        .map(node::get)
        .filter(Objects::nonNull)
        .map(ErrorBody::text)
        .filter(text -> text != null && !text.isBlank())
        .findFirst()
        .orElse(null);
  }

  /** Of a list of faults, each with its place in the request. */
  private static @Nullable String ofItem(JsonNode item) {
    String text = text(item);
    JsonNode place = item.path("loc");
    return text == null || !place.isArray()
        ? text
        : StreamSupport.stream(place.spliterator(), false)
                .map(step -> step.asString(""))
                .collect(Collectors.joining("."))
            + ": "
            + text;
  }

  private static String ofPage(String page) {
    return page.replaceAll("(?is)<(script|style)\\b.*?</\\1>", " ")
        .replaceAll("<[^>]*>", " ")
        .replaceAll("\\s+", " ")
        .strip();
  }

  /** An HTTP status among the words: errors in the middle of a stream often carry one. */
  OptionalInt status() {
    return words.stream()
        .filter(word -> word.matches("[45]\\d\\d"))
        .mapToInt(Integer::parseInt)
        .findFirst();
  }
}
