package io.agentservice.server.base.jsonschema;

import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.problems.Problem;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A field of a body that holds a JSON Schema of structured output (completions.md 9). */
public final class SchemaField {
  private SchemaField() {}

  /**
   * The schema as text, judged; null when absent, null or wrong, which the body notes then.
   *
   * @throws io.agentservice.server.base.problems.ProblemException 503 while too many are judged
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
