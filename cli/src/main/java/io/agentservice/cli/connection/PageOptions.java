package io.agentservice.cli.connection;

import io.agentservice.client.http.Page;
import io.agentservice.client.http.Query;
import io.agentservice.wire.json.JsonObject;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which page of a list, and how it is shown. */
public final class PageOptions {
  @Option(
      names = "--first",
      paramLabel = "<n>",
      defaultValue = "20",
      description = "How many, 1 to 200 (default: 20)")
  private int first;

  @Option(
      names = "--after",
      paramLabel = "<cursor>",
      description = "Where the page before ended: its end_cursor")
  private @Nullable String after;

  /** As the service takes it, with the filters. */
  public Query query(Query filters) {
    return filters.and("first", first).and("after", after);
  }

  /** The page as JSON. */
  public static JsonObject json(Page page) {
    return JsonObject.of(
        "items",
        page.items().stream().map(JsonObject::fields).toList(),
        "has_next_page",
        page.endCursor() != null,
        "end_cursor",
        page.endCursor());
  }

  /** Tells people how to get the next page of that JSON, if there is one. */
  public static void next(JsonObject page, PrintWriter out) {
    if (page.text("end_cursor") != null) {
      out.println("more: --after " + page.text("end_cursor"));
    }
  }
}
