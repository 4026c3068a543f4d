package io.agentservice.llm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads the data of server-sent events; their types, ids and comments do not matter here. An event
 * counts also when the stream ends without the blank line after it.
 */
final class EventReader {

  /** Old versions of llama.cpp wrote errors as a field of their own. */
  private static final String ERROR = "error:";

  private static final String DATA = "data:";

  private final BufferedReader lines;

  EventReader(InputStream in) {
    lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }

  /** The data of the next event; null at the end of the stream. Blocks. */
  @Nullable String next() throws IOException {
    var data = new StringBuilder();
    while (true) {
      String line = lines.readLine();
      if (line == null || line.isEmpty()) {
        if (!data.isEmpty()) {
          return data.toString();
        }
        if (line == null) {
          return null;
        }
      } else if (line.startsWith(DATA)) {
        data.append(data.isEmpty() ? "" : "\n").append(line.substring(DATA.length()).strip());
      } else if (line.startsWith(ERROR)) {
        data.append("{\"error\":").append(line.substring(ERROR.length())).append('}');
      }
    }
  }
}
