package io.agentservice.server.base.http.requests;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An upload's file (completions.md 4).
 *
 * @param fileName as sent, perhaps a path; not blank
 * @param contentType as sent, or null
 * @param sha256 in hexadecimal digits
 */
public record FilePart(String fileName, @Nullable String contentType, long size, String sha256) {

  @FunctionalInterface
  public interface Sink {
    void write(ByteBuffer bytes);
  }
}
