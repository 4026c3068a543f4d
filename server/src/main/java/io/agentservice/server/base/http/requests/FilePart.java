package io.agentservice.server.base.http.requests;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The one file of an upload (completions.md 4), told once it has been read to its end.
 *
 * @param fileName as sent, a path maybe; not blank
 * @param contentType as sent; null when nothing was
 * @param sha256 of its bytes, in hexadecimal digits
 */
public record FilePart(String fileName, @Nullable String contentType, long size, String sha256) {

  /** Takes the bytes of the file as they come, before it is known whether they are wanted. */
  @FunctionalInterface
  public interface Sink {
    /** The next bytes; valid during the call only. */
    void write(ByteBuffer bytes);
  }
}
