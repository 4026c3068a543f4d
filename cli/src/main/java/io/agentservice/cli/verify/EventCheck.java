package io.agentservice.cli.verify;

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
record EventCheck(Subject subject) {
  static final String PREFIX = "verify-";
  private static final int PATIENCE_SECONDS = 10;
  private static final String ADVICE =
      "Have the proxy pass answers on as they come, without collecting them; servers need one database";

  Finding examine(String org) {
    var client = subject.client();
    var outpost =
        client
            .fleet()
            .createOutpost(
                PREFIX + UUID.randomUUID().toString().substring(0, 8),
                null,
                "A trial of `agent verify`, which removes it");
    var left = new ArrayList<String>();
    Finding finding;
    try {
      finding = Subject.attempt(() -> watch(org, outpost, left));
    } finally {
      attempt(
          left,
          "outpost " + outpost.spec().name(),
          () -> client.fleet().deleteOutpost(outpost.metadata().outpostId(), true));
    }
    return left.isEmpty()
        ? finding
        : Finding.warning(finding.message(), "Remove what is left: " + String.join(", ", left));
  }

  private Finding watch(String org, Outpost outpost, List<String> left) {
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
      return compare(org, outpost, watches, left);
    } finally {
      watches.values().forEach(EntryWatch::close);
    }
  }

  private Finding compare(
      String org, Outpost outpost, Map<URI, EntryWatch> watches, List<String> left) {
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
    var session = sessions.create(wanted, null);
    try {
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
    } finally {
      attempt(left, "session " + session.id(), () -> sessions.terminate(session.id(), true));
    }
  }

  /** When it came, by the clock of {@link System#nanoTime}. */
  private static CompletableFuture<Long> firstOf(EntryWatch watch) {
    var when = new CompletableFuture<Long>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            if (watch.next() != null) {
              when.complete(System.nanoTime());
            }
          } catch (ClientException e) {
            when.completeExceptionally(e);
          }
        });
    return when;
  }

  private static @Nullable Long await(CompletableFuture<Long> when) {
    try {
      return when.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      return null;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ClientException cause) {
        throw cause;
      }
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  private static void attempt(List<String> left, String what, Runnable removal) {
    try {
      removal.run();
    } catch (ClientException e) {
      left.add("%s (%s)".formatted(what, e.getMessage()));
    }
  }
}
