package io.agentservice.worker.health;

import io.agentservice.wire.json.JsonObject;
import io.agentservice.worker.loop.Progress;
import io.agentservice.worker.loop.WorkerEvent;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Remembers of a worker's events what health and metrics need, and passes each on. */
public final class HealthBoard implements Progress {

  public enum State {
    /** Looks for a session. */
    POLLING,
    /** Has a session, whether or not the API answers. */
    SERVING,
    /** Takes no new session and ends after the one it has, or at once. */
    DRAINING,
    /** Has no session, and its last request got no answer or a failure of the service. */
    UNREACHABLE;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Progress next;
  private final InstantSource clock;
  private final String version = version();
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<MetricFamily, Map<String, Long>> counts = new EnumMap<>(MetricFamily.class);
  private final Times claimed = new Times();
  private final Times connected = new Times();
  private @Nullable Held held;
  private @Nullable Instant lastContact;
  private boolean answering;
  private boolean ending;

  private record Held(String session, Instant since, boolean connected) {}

  /** How often something took place, and how long all together. */
  private static final class Times {
    private long count;
    private double seconds;

    void add(Duration duration) {
      count++;
      seconds += Math.max(0, duration.toMillis()) / 1000.0;
    }
  }

  /** The worker has not begun; {@code next} is told everything as well. */
  public HealthBoard(Progress next, InstantSource clock) {
    this.next = next;
    this.clock = clock;
    for (var family : MetricFamily.values()) {
      var values = new TreeMap<String, Long>();
      family.known().forEach(value -> values.put(value, 0L));
      counts.put(family, values);
    }
  }

  @Override
  public void tell(WorkerEvent event) {
    lock.lock();
    try {
      remember(event);
    } finally {
      lock.unlock();
    }
    next.tell(event);
  }

  private void remember(WorkerEvent event) {
    switch (event) {
      case WorkerEvent.Claimed claim -> {
        count(MetricFamily.CLAIMS, "won");
        held = new Held(claim.sessionId(), clock.instant(), false);
      }
      case WorkerEvent.Adopted there -> held = new Held(there.sessionId(), clock.instant(), true);
      case WorkerEvent.ClaimRefused refused -> {
        // Told of the session in hand it means that this machine can't serve it.
        if (held == null || !held.session.equals(refused.sessionId())) {
          count(MetricFamily.CLAIMS, "lost");
        }
      }
      case WorkerEvent.ClaimSkipped _ -> count(MetricFamily.CLAIMS, "skipped");
      case WorkerEvent.RemoteConnected _ -> {
        if (held != null && !held.connected) {
          connected.add(Duration.between(held.since, clock.instant()));
          held = new Held(held.session, held.since, true);
        }
      }
      case WorkerEvent.SessionDone done -> {
        count(MetricFamily.SESSIONS, done.outcome());
        if (held != null) {
          claimed.add(Duration.between(held.since, clock.instant()));
          held = null;
        }
      }
      case WorkerEvent.Restarting _ -> count(MetricFamily.RESTARTS, "");
      case WorkerEvent.BinaryReady ready ->
          count(MetricFamily.BINARIES, ready.downloaded() ? "download" : "cache");
      case WorkerEvent.BinaryRejected _ -> count(MetricFamily.REJECTED, "");
      case WorkerEvent.Draining _, WorkerEvent.Stopping _ -> ending = true;
      default -> {
        // Says nothing about health.
      }
    }
  }

  @Override
  public void answered(int status) {
    lock.lock();
    try {
      answering = status != 0 && status < 500;
      if (answering) {
        lastContact = clock.instant();
      }
      if (status == 0 || status >= 400) {
        count(MetricFamily.API_ERRORS, status == 0 ? "none" : Integer.toString(status));
      }
    } finally {
      lock.unlock();
    }
    next.answered(status);
  }

  private void count(MetricFamily family, String value) {
    Objects.requireNonNull(counts.get(family)).merge(value, 1L, Long::sum);
  }

  public State state() {
    lock.lock();
    try {
      if (ending) {
        return State.DRAINING;
      }
      return held != null ? State.SERVING : answering ? State.POLLING : State.UNREACHABLE;
    } finally {
      lock.unlock();
    }
  }

  /** The body of {@code /healthz}. */
  JsonObject health() {
    lock.lock();
    try {
      return JsonObject.of(
          "state",
          state().word(),
          "session_id",
          held == null ? null : held.session,
          "api_reachable",
          answering,
          "last_contact",
          lastContact == null ? null : lastContact.getEpochSecond());
    } finally {
      lock.unlock();
    }
  }

  /** The body of {@code /metrics}. */
  String metrics() {
    lock.lock();
    try {
      var out = new Exposition();
      for (var family : MetricFamily.values()) {
        out.metric(family.metric, "counter", family.help);
        Objects.requireNonNull(counts.get(family))
            .forEach((value, count) ->
                out.sample(
                    family.metric,
                    value.isEmpty() ? Map.of() : Map.of(family.label, value),
                    (double) count));
      }
      times(out, "agent_worker_claim_seconds", "From claim to the end of the serving", claimed);
      times(
          out, "agent_worker_connect_seconds", "From claim to the remote's connection", connected);
      var state = "agent_worker_state";
      out.metric(state, "gauge", "1 for what the worker is doing, 0 for the other states");
      for (var each : State.values()) {
        out.sample(state, Map.of("state", each.word()), each == state() ? 1 : 0);
      }
      var contact = "agent_worker_last_contact_timestamp_seconds";
      out.metric(contact, "gauge", "When the API last answered, Unix time; 0: never");
      out.sample(contact, lastContact == null ? 0 : (double) lastContact.getEpochSecond());
      out.metric("agent_worker_build_info", "gauge", "Always 1; what is running")
          .sample("agent_worker_build_info", Map.of("version", version), 1);
      return out.toString();
    } finally {
      lock.unlock();
    }
  }

  private static void times(Exposition out, String name, String help, Times times) {
    out.metric(name, "summary", help)
        .sample(name + "_sum", times.seconds)
        .sample(name + "_count", (double) times.count);
  }

  private static String version() {
    var properties = new Properties();
    try (var in =
        Objects.requireNonNull(HealthBoard.class.getResourceAsStream("build.properties"))) {
      properties.load(in);
    } catch (IOException e) {
      throw new IllegalStateException("the build's own properties cannot be read", e);
    }
    return properties.getProperty("version", "unknown");
  }
}
