package io.agentservice.server.base.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * What a request that was answered early, a refused one mostly, still has to send. Closing the
 * connection on it would break the sending, and many clients then never look at the answer.
 */
final class UnreadBody {
  private static final long LONGEST_NANOS = Duration.ofSeconds(5).toNanos();
  private static final int PIECE = 32 << 10;

  private UnreadBody() {}

  /**
   * Reads it and forgets it, as much of it as bodies may be large, for 5 s and the listener's 30 s
   * of silence at most: who announces a body and does not send it gets his answer only then.
   */
  static void discard(Context context) {
    var request = context.req();
    long length = request.getContentLengthLong();
    boolean hasNone = length == 0 || (length < 0 && request.getHeader("Transfer-Encoding") == null);
    // Who expects "100 Continue" sends nothing yet, and nothing at all once he is refused.
    if (hasNone || length > JsonBody.MAX_BYTES || request.getHeader("Expect") != null) {
      return;
    }
    try {
      discard(context.bodyInputStream());
    } catch (IOException | IllegalStateException _) {
      // It doesn't come to its end, or its reader has it.
    }
  }

  private static void discard(InputStream in) throws IOException {
    long end = System.nanoTime() + LONGEST_NANOS;
    var piece = new byte[PIECE];
    int read = 0;
    for (int left = JsonBody.MAX_BYTES;
        read >= 0 && left > 0 && System.nanoTime() - end < 0;
        left -= read) {
      read = in.read(piece);
    }
  }
}
