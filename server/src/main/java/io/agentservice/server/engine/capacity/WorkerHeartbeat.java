package io.agentservice.server.engine.capacity;

import io.agentservice.server.base.http.requests.Request;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code draining}: takes no further sessions; {@code slots}: sessions at once, at least 1. */
public record WorkerHeartbeat(String acceptorId, boolean draining, int slots) {
  /** Names the worker that sends a request. */
  public static final String ACCEPTOR_HEADER = "X-Agent-Acceptor-Id";

  private static final Pattern ACCEPTOR = Pattern.compile("[^\\p{Cntrl}]{1,256}");
  private static final Pattern SLOTS = Pattern.compile("[1-9][0-9]{0,5}");

  /** By the headers of a request; empty when it names nobody. */
  public static Optional<WorkerHeartbeat> of(Request request) {
    String acceptor = request.header(ACCEPTOR_HEADER);
    if (acceptor == null || !ACCEPTOR.matcher(acceptor).matches()) {
      return Optional.empty();
    }
    return Optional.of(named(acceptor, request));
  }

  /** A claiming worker; other headers count unless they name another. */
  public static WorkerHeartbeat of(String acceptorId, Request request) {
    String named = request.header(ACCEPTOR_HEADER);
    return named == null || named.equals(acceptorId)
        ? named(acceptorId, request)
        : new WorkerHeartbeat(acceptorId, false, 1);
  }

  private static WorkerHeartbeat named(String acceptorId, Request request) {
    boolean draining = "true".equals(request.header("X-Agent-Draining"));
    return new WorkerHeartbeat(acceptorId, draining, slots(request.header("X-Agent-Slots")));
  }

  private static int slots(@Nullable String text) {
    return text != null && SLOTS.matcher(text).matches() ? Integer.parseInt(text) : 1;
  }
}
