package io.agentservice.wire.json;

import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;

/** The text of objects, on one line. */
final class JsonText {
  /** What the service reads and writes may be nested this deep, and then some. */
  private static final int MAX_DEPTH = 1000;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNestingDepth(MAX_DEPTH)
                  .build())
          .streamWriteConstraints(
              StreamWriteConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
          .build();

  private JsonText() {}

  static Map<String, @Nullable Object> read(String text) {
    try (var parser = JSON.createParser(ObjectReadContext.empty(), text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new JsonException("no JSON object");
      }
      var object = object(parser);
      if (parser.nextToken() != null) {
        throw new JsonException("something after the end of the JSON object");
      }
      return object;
    } catch (JacksonException e) {
      throw malformed(e);
    }
  }

  /** Its own message may quote the text, which may hold secrets. */
  private static JsonException malformed(JacksonException cause) {
    var place = cause.getLocation(); // none for what is nested too deep
    return new JsonException(
        "malformed JSON" + (place == null ? "" : " at character " + place.getCharOffset()));
  }

  private static Map<String, @Nullable Object> object(JsonParser parser) {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    for (var name = parser.nextName(); name != null; name = parser.nextName()) {
      fields.put(name, value(parser, parser.nextToken()));
    }
    return fields;
  }

  private static List<@Nullable Object> array(JsonParser parser) {
    var values = new ArrayList<@Nullable Object>();
    for (var t = parser.nextToken(); t != JsonToken.END_ARRAY; t = parser.nextToken()) {
      values.add(value(parser, t));
    }
    return values;
  }

  private static @Nullable Object value(JsonParser parser, JsonToken token) {
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser);
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> null;
    };
  }

  /** Without a fraction it is a Long, however it is written. */
  private static Number number(JsonParser parser) {
    if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT
        && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
      return parser.getLongValue();
    }
    double number = parser.getDoubleValue();
    long whole = (long) number;
    if (whole == number && whole != Long.MAX_VALUE) {
      return whole;
    }
    return number;
  }

  static String write(Map<?, ?> fields) {
    var text = new StringWriter();
    try (var generator = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      object(generator, fields);
    }
    return text.toString();
  }

  private static void object(JsonGenerator generator, Map<?, ?> fields) {
    generator.writeStartObject();
    fields.forEach((name, value) -> {
      generator.writeName(String.valueOf(name));
      value(generator, value);
    });
    generator.writeEndObject();
  }

  private static void value(JsonGenerator generator, @Nullable Object value) {
    switch (value) {
      case null -> generator.writeNull();
      case String text -> generator.writeString(text);
      case Number number -> generator.writeNumber(plain(number));
      case Boolean flag -> generator.writeBoolean(flag);
      case Map<?, ?> fields -> object(generator, fields);
      case HasFields object -> object(generator, object.fields());
      case List<?> values -> {
        generator.writeStartArray();
        values.forEach(one -> value(generator, one));
        generator.writeEndArray();
      }
      default -> throw new IllegalArgumentException("no JSON value: " + value.getClass());
    }
  }

  /** Without a power of ten, which people don't read and the service doesn't write. */
  static String plain(Number number) {
    return number instanceof Double fraction
        ? BigDecimal.valueOf(fraction).toPlainString()
        : number.toString();
  }
}
