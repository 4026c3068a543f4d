package io.agentservice.server.agent.driver.traces;

import io.agentservice.server.base.crypto.Sha256;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.sessions.parts.TraceParent;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The place of a session's spans: a trace of its own, by the digits of its id, or its caller's.
 *
 * @param parentId the caller's span, or null
 */
record TraceIds(SessionId session, String traceId, @Nullable String parentId, boolean sampled) {
  /** What is random in an id of a trace by W3C, and in one of ours. */
  private static final int RANDOM_DIGITS = 14;

  private static final double ALL = 1L << (4 * RANDOM_DIGITS);

  /** {@code share} of the sessions without a caller's trace are sampled; all servers agree. */
  static TraceIds of(SessionId session, @Nullable TraceParent caller, double share) {
    return caller == null
        ? new TraceIds(session, session.hex(), null, isSampled(session.hex(), share))
        : new TraceIds(session, caller.traceId(), caller.spanId(), caller.sampled());
  }

  private static boolean isSampled(String traceId, double share) {
    long random =
        HexFormat.fromHexDigitsToLong(traceId, traceId.length() - RANDOM_DIGITS, traceId.length());
    return random >= (1 - share) * ALL;
  }

  /** Of a span that several servers may know: whoever ends it names it alike. */
  String span(String key) {
    return fit(Sha256.hex(session.hex() + " " + key).substring(0, 2 * Long.BYTES));
  }

  static String random() {
    return fit(HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong()));
  }

  /** Zero is no id. */
  private static String fit(String id) {
    return id.equals("0000000000000000") ? "0000000000000001" : id;
  }
}
