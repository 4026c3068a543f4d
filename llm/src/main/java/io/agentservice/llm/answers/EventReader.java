package io.agentservice.llm.answers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads an answer as server-sent events with JSON data; names, ids and comments are ignored. The
 * last event needs no blank line after it. A whole answer, from servers that don't stream, is one
 * event.
 */
public final class EventReader {

  public static final class NotJsonException extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean cut;

    NotJsonException(boolean cut, JacksonException cause) {
      super(cause);
      this.cut = cut;
    }

    /** Whether the stream has ended within it. */
    public boolean isCut() {
      return cut;
    }
  }

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String DATA = "data:";
  private static final String NAME = "event:";

  /** Old versions of llama.cpp wrote errors as a field of their own. */
  private static final String ERROR = "error:";

  private final BufferedReader lines;
  private final boolean whole;
  private boolean done;

  /** {@code whole}: the answer is one JSON text, not events. */
  public EventReader(InputStream in, boolean whole) {
    this.lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    this.whole = whole;
  }

  /** Null at the end; blocks. Throws {@link NotJsonException} for neither JSON nor an error. */
  public @Nullable JsonNode next() throws IOException {
    if (done) {
      return null;
    }
    if (whole) {
      done = true;
      return json(lines.readAllAsString(), false);
    }
    return nextOfStream();
  }

  private @Nullable JsonNode nextOfStream() throws IOException {
    var data = new StringBuilder();
    boolean error = false;
    for (String line = lines.readLine(); ; line = lines.readLine()) {
      if (line == null || line.isEmpty()) {
        if (!data.isEmpty()) {
          return event(data.toString(), error, line == null);
        }
        if (line == null) {
          return null;
        }
        error = false;
      } else if (line.startsWith(DATA)) {
        data.append(data.isEmpty() ? "" : "\n").append(line.substring(DATA.length()).strip());
      } else if (line.startsWith(NAME)) {
        error = line.substring(NAME.length()).strip().equals("error");
      } else if (line.startsWith(ERROR)) {
        data.append("{\"error\":").append(line.substring(ERROR.length())).append('}');
      }
    }
  }

  private @Nullable JsonNode event(String data, boolean error, boolean last) throws IOException {
    if (data.startsWith("[DONE]")) {
      done = true;
      return null;
    }
    try {
      return json(data, last);
    } catch (NotJsonException e) {
      if (error && !last) {
        return JSON.createObjectNode().put("error", data);
      }
      throw e;
    }
  }

  private static JsonNode json(String text, boolean last) throws NotJsonException {
    try {
      return JSON.readTree(text);
    } catch (JacksonException e) {
      throw new NotJsonException(last, e);
    }
  }

  /** Whether the server has said that it has sent all. */
  public boolean isDone() {
    return done;
  }
}
