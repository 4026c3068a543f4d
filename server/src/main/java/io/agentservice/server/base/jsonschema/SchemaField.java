package io.agentservice.server.base.jsonschema;

import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.problems.Problem;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A field of a body that holds a JSON Schema of structured output (completions.md 9). */
public final class SchemaField {
  private SchemaField() {}

  /**
   * The valid schema as text; null when absent or wrong, which is noted. Throws a 503 when busy.
   */
  public static @Nullable String read(Body body, String field) {
    var schema = body.optionalObject(field);
    if (schema == null) {
      return null;
    }
    String text = schema.toString();
    if (text.getBytes(StandardCharsets.UTF_8).length > JsonSchema.MAX_BYTES) {
      body.fail("too_long", "The schema has more than 64 KiB", field);
      return null;
    }
    try {
      JsonSchema.of(schema);
    } catch (UnfitSchemaException e) {
      body.fail("format", String.valueOf(e.getMessage()), field);
    } catch (JudgesBusyException e) {
      throw Problem.other(
              503, "unavailable", "Too many schemas are checked at the moment", "Try again")
          .withHeader("Retry-After", "1")
          .exception();
    }
    return text;
  }
}
