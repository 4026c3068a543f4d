package io.agentservice.server.base.http.answers;

import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The id by which a request is found again in its answer and in the log (completions.md 4). */
public final class RequestIds {
  public static final String HEADER = "X-Request-Id";
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._-]{1,128}");

  private RequestIds() {}

  /** The one that the client sent, when it is well-formed; else a fresh one. */
  public static String of(@Nullable String sent) {
    return sent != null && FORM.matcher(sent).matches()
        ? sent
        : Id.create(EventId.class).value().substring("event-".length());
  }
}
