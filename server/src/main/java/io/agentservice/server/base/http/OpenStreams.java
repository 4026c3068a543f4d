package io.agentservice.server.base.http;

import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.http.answers.Waits;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.problems.ProblemException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The waiting requests of this node. Streams end at their time, when the node drains, and soon
 * after their credential or address loses access (auth.md 1 and 6); long polls when the node
 * drains.
 */
final class OpenStreams {
  private static final Logger LOG = LoggerFactory.getLogger(OpenStreams.class);
  private static final Admission POLL =
      new Admission(new Gate.Credential(null, null, Gate.Version.CURRENT), Access.open(), null, "");

  private final Gate gate;
  private final Map<Waits, Admission> open = new ConcurrentHashMap<>();
  private volatile boolean draining;

  OpenStreams(Gate gate) {
    this.gate = gate;
  }

  /**
   * What admitted a stream, shared and checked once for many. Without the request, which the
   * container reuses.
   */
  record Admission(Gate.Credential credential, Access access, @Nullable String org, String ip) {
    boolean isOpen() {
      return access instanceof Access.Open || access instanceof Access.OpenPage;
    }
  }

  /** Writes or waits until it is over. */
  @FunctionalInterface
  interface Work<E extends Exception> {
    void run(Waits waits) throws E, InterruptedException;
  }

  static Admission admission(Request request, Access access) {
    return new Admission(
        Gate.Credential.of(request), access, request.name(Gate.ORG_ID), request.source());
  }

  void stream(Request request, Access access, Work<IOException> writer)
      throws InterruptedException {
    try {
      run(admission(request, access), writer);
    } catch (IOException e) {
      LOG.debug("client hung up path={}: {}", request.path(), e.toString());
    } catch (DatabaseUnavailableException e) { // the client comes back, maybe to another node
      LOG.warn("stream ended without the database path={}: {}", request.path(), e.getMessage());
    }
  }

  void poll(Work<InterruptedException> wait) throws InterruptedException {
    run(POLL, wait);
  }

  /** Works or waits for somebody who was let in so. */
  <E extends Exception> void run(Admission admission, Work<E> work) throws E, InterruptedException {
    var waits = new Waits();
    open.put(waits, admission);
    try {
      if (draining) {
        waits.end();
      }
      work.run(waits);
    } finally {
      open.remove(waits);
    }
  }

  /** Ends streams whose credential or address has lost access. */
  void endRevoked() {
    var admitted = new HashMap<Admission, Boolean>();
    open.forEach((waits, admission) -> {
      if (!admitted.computeIfAbsent(admission, this::isAdmitted)) {
        waits.end();
      }
    });
  }

  private boolean isAdmitted(Admission admission) {
    if (admission.isOpen()) {
      return true;
    }
    try {
      var principal = gate.authenticate(admission.credential());
      gate.addresses().check(principal.accountId(), admission.ip());
      gate.permit(admission.access(), principal, admission.org());
      return true;
    } catch (ProblemException e) {
      return false;
    }
  }

  int count() {
    return open.size();
  }

  /** Ends all, and from now on each at once. */
  void drain() {
    draining = true;
    open.keySet().forEach(Waits::end);
  }
}
