package io.agentservice.server.context.playbooks;

import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.http.requests.Patch;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.jsonschema.SchemaField;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

public final class PlaybookBody {
  private static final int MAX_TITLE = 256;
  private static final int MAX_BODY_BYTES = 1 << 20;
  private static final int MAX_MACRO = 64;
  private static final Pattern MACRO = Pattern.compile("![A-Za-z0-9_-]{1,63}");

  private PlaybookBody() {}

  /** All of it (api-org.md 4): name and instructions must be there. */
  static PlaybookDraft read(Request request) {
    var body = request.body();
    body.alias("name", "title");
    body.alias("instructions", "body");
    var draft =
        new PlaybookDraft(
            new Patch.Set<>(body.text("name", 1, MAX_TITLE)),
            new Patch.Set<>(body.textOfBytes("instructions", 1, MAX_BODY_BYTES)),
            body.patch("macro", field -> macro(body, field)),
            body.patch("structured_output_schema", field -> SchemaField.read(body, field)));
    body.check();
    return draft;
  }

  /** Texts and macro (api-legacy.md 3); {@code whole}: title and body are required. */
  public static PlaybookDraft readTexts(Request request, boolean whole) {
    var body = request.body();
    if (whole) {
      body.require("title", "body");
    }
    var draft =
        new PlaybookDraft(
            body.patchRequired("title", field -> body.optionalText(field, 1, MAX_TITLE)),
            body.patchRequired("body", field -> body.optionalTextOfBytes(field, 1, MAX_BODY_BYTES)),
            body.patch("macro", field -> macro(body, field)),
            new Patch.Absent<>());
    body.check();
    return draft;
  }

  private static @Nullable String macro(Body body, String field) {
    String text = body.optionalText(field, 0, MAX_MACRO);
    if (text != null && text.length() <= MAX_MACRO && !MACRO.matcher(text).matches()) {
      body.fail("pattern", "Input should be ! and letters, digits, _ or -", field);
    }
    return text;
  }
}
