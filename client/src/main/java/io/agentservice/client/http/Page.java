package io.agentservice.client.http;

import io.agentservice.wire.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list (interface.md 5).
 *
 * @param endCursor the {@code after} of the next page; null on the last one
 */
public record Page(List<JsonObject> items, @Nullable String endCursor) {
  /** The page in such an answer. */
  public static Page of(JsonObject answer) {
    return new Page(
        answer.objects("items"), answer.isTrue("has_next_page") ? answer.text("end_cursor") : null);
  }
}
