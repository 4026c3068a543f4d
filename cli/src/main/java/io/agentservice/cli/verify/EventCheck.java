package io.agentservice.cli.verify;

import io.agentservice.cli.process.Cleanup;
import io.agentservice.client.fleet.EntryWatch;
import io.agentservice.client.http.ClientException;
import io.agentservice.client.http.UnreachableException;
import io.agentservice.wire.fleet.Outpost;
import io.agentservice.wire.json.JsonObject;
import io.agentservice.worker.doctor.Finding;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Streams of events: what happens at the service's address is seen at once there and at each of its
 * servers. A proxy that collects an answer before it passes it on is found by this, and so are
 * servers that don't hear of each other.
 */
final class EventCheck {
  static final String PREFIX = "verify-";
  private static final int PATIENCE_SECONDS = 10;
  private static final String ADVICE =
      "Have the proxy pass answers on as they come, without collecting them; servers need one database";

  private final Subject subject;
  private final String org;

  /** What could not be removed, and why. */
  private final List<String> left = new ArrayList<>();

  EventCheck(Subject subject, String org) {
    this.subject = subject;
    this.org = org;
  }

  Finding examine() {
    Finding finding;
    try (var cleanup = new Cleanup()) {
      finding = Subject.attempt(() -> watch(outpost(cleanup), cleanup));
    }
    if (left.isEmpty()) {
      return finding;
    }
    var remove = "Remove what is left: " + String.join(", ", left);
    return finding.level() == Finding.Level.PROBLEM
        ? Finding.problem(finding.message() + ". " + remove, finding.advice())
        : Finding.warning(finding.message(), remove);
  }

  /** For this organization alone, and of a kind that few ask for: nobody serves it. */
  private Outpost outpost(Cleanup cleanup) {
    var fleet = subject.client().fleet();
    var name = PREFIX + UUID.randomUUID().toString().substring(0, 8);
    var outpost =
        fleet.createOutpost(
            JsonObject.of(
                "name",
                name,
                "platform",
                "windows",
                "description",
                "A trial of `agent verify`, which removes it",
                "allowed_org_ids",
                List.of(org)));
    var id = outpost.metadata().outpostId();
    // Not by force: a session that is still in it would be worked on elsewhere.
    cleanup.later(() -> remove("outpost " + name, () -> fleet.deleteOutpost(id, false)));
    return outpost;
  }

  private Finding watch(Outpost outpost, Cleanup cleanup) {
    var watches = new LinkedHashMap<URI, EntryWatch>();
    try {
      for (var server : subject.all().entrySet()) {
        try {
          var watch = server.getValue().fleet().watch(outpost.metadata().outpostId(), null);
          watches.put(server.getKey(), watch);
        } catch (UnreachableException e) {
          return Finding.problem("A stream does not begin: " + e.getMessage(), ADVICE);
        }
      }
      return compare(outpost, watches, cleanup);
    } finally {
      watches.values().forEach(EntryWatch::close);
    }
  }

  private Finding compare(Outpost outpost, Map<URI, EntryWatch> watches, Cleanup cleanup) {
    var seen = new LinkedHashMap<URI, CompletableFuture<Long>>();
    watches.forEach((address, watch) -> seen.put(address, firstOf(watch)));
    var sessions = subject.client().sessions(org);
    var wanted =
        JsonObject.of(
            "prompt",
            "A trial of `agent verify`: nobody is to work on it.",
            "title",
            "agent verify",
            "platform",
            outpost.spec().name());
    long begun = System.nanoTime();
    var id = sessions.create(wanted, null).id();
    cleanup.later(() -> remove("session " + id, () -> sessions.terminate(id, true)));
    long slowest = 0;
    for (var one : seen.entrySet()) {
      var at = await(one.getValue());
      if (at == null) {
        return Finding.problem(
            "A change was not seen in the stream of %s within %d s"
                .formatted(one.getKey(), PATIENCE_SECONDS),
            ADVICE);
      }
      slowest = Math.max(slowest, (at - begun) / 1_000_000);
    }
    return Finding.ok(
        "a change is seen at %d %s within %d ms"
            .formatted(seen.size(), seen.size() == 1 ? "address" : "addresses", slowest));
  }

  /** When it came, by the clock of {@link System#nanoTime}; cancelled: the stream ended before. */
  private static CompletableFuture<Long> firstOf(EntryWatch watch) {
    var when = new CompletableFuture<Long>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            if (watch.next() == null) {
              when.cancel(false);
            } else {
              when.complete(System.nanoTime());
            }
          } catch (RuntimeException e) {
            when.completeExceptionally(e);
          }
        });
    return when;
  }

  private static @Nullable Long await(CompletableFuture<Long> when) {
    try {
      return when.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | CancellationException e) {
      return null;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  private void remove(String what, Runnable removal) {
    try {
      removal.run();
    } catch (ClientException e) {
      left.add("%s (%s)".formatted(what, e.getMessage()));
    }
  }
}
