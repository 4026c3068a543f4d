package io.agentservice.bench;

import io.agentservice.bench.fixtures.Scratch;
import io.agentservice.bench.fixtures.ServerProcess;
import io.agentservice.client.AgentClient;
import io.agentservice.client.fleet.ClaimAnswer;
import io.agentservice.client.fleet.FleetClient;
import io.agentservice.client.http.ClientSettings;
import io.agentservice.wire.fleet.QueueEntry;
import io.agentservice.wire.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * P1: from creating a session to the answer of a watching worker's claim. P3: from a change to the
 * event on 1,000 streams, and the memory of 10,000 idle ones.
 */
final class WatchBench {
  private static final int SESSIONS = 500;
  private static final int WARM_UP = 1500;
  private static final int STREAMS = 1000;
  private static final int CHANGES = 100;
  private static final int IDLE_STREAMS = 10_000;

  private WatchBench() {}

  public static void main(String[] arguments) throws Exception {
    try (var home = Scratch.create("watch");
        var server = ServerProcess.start(home.path(), Map.of(), 768).ready();
        var client = new AgentClient(ClientSettings.of(ServerProcess.url(), ServerProcess.TOKEN))) {
      String org = client.self().object("org_permissions").fields().keySet().iterator().next();
      client.fleet().createOutpost("bench", "linux", "");
      createToClaim(client, org);
      String entry = create(client, org);
      fanOut(client.fleet(), entry);
      idle(client.fleet(), server);
    }
  }

  private static String create(AgentClient client, String org) {
    return client.sessions(org).create(JsonObject.of("prompt", "measure"), null).id();
  }

  private static void createToClaim(AgentClient client, String org) throws Exception {
    Map<String, Long> claimed = new ConcurrentHashMap<>();
    var come = new Semaphore(0);
    var ready = new CountDownLatch(1);
    var fleet = client.fleet();
    String cursor = fleet.listAll(new FleetClient.Filter(null, null, null)).cursor();
    try (var watch = fleet.watch(null, cursor)) {
      Thread.ofVirtual()
          .start(() -> {
            ready.countDown();
            for (var event = watch.next(); event != null; event = watch.next()) {
              QueueEntry entry = event.object();
              if (entry.status().phase().equals("pending")) {
                String id = entry.metadata().sessionId();
                if (fleet.claim(id, "bench") instanceof ClaimAnswer.Claimed) {
                  claimed.put(id, System.nanoTime());
                  come.release();
                }
              }
            }
          });
      ready.await();
      var millis = new ArrayList<Double>();
      for (int i = 0; i < WARM_UP + SESSIONS; i++) {
        long begun = System.nanoTime();
        String id = create(client, org);
        if (!come.tryAcquire(10, TimeUnit.SECONDS)) {
          throw new IllegalStateException(id + " was not claimed");
        }
        long at = Objects.requireNonNull(claimed.get(id));
        if (i >= WARM_UP) {
          millis.add((at - begun) / 1e6);
        }
      }
      // the watch ends with this block, and its thread with it
      Figures.of("create to claim answer (P1)", "ms", array(millis)).print();
    }
  }

  private static void fanOut(FleetClient fleet, String entry) throws Exception {
    String cursor = fleet.listAll(new FleetClient.Filter(null, null, null)).cursor();
    var millis = Collections.synchronizedList(new ArrayList<Double>());
    var change = new Change[] {new Change(0, new CountDownLatch(0))};
    var streams =
        open(
            STREAMS,
            cursor,
            came -> {
              var current = change[0];
              millis.add((came - current.begun()) / 1e6);
              current.seen().countDown();
            });
    try {
      for (int i = 0; i < CHANGES * 2; i++) {
        if (i == CHANGES) {
          millis.clear(); // the first half warms up
        }
        var next = new Change(System.nanoTime(), new CountDownLatch(STREAMS));
        change[0] = next;
        fleet.claim(entry, "bench"); // the first is a claim, the others renew it
        if (!next.seen().await(20, TimeUnit.SECONDS)) {
          throw new IllegalStateException(next.seen().getCount() + " streams miss a change");
        }
        TimeUnit.MILLISECONDS.sleep(20);
      }
    } finally {
      close(streams);
    }
    Figures.of("change to event, 1,000 streams (P3)", "ms", array(List.copyOf(millis))).print();
  }

  private record Change(long begun, CountDownLatch seen) {}

  private static void idle(FleetClient fleet, ServerProcess server) throws Exception {
    String cursor = fleet.listAll(new FleetClient.Filter(null, null, null)).cursor();
    TimeUnit.SECONDS.sleep(2);
    double before = server.residentMegabytes();
    var streams = open(IDLE_STREAMS, cursor, null);
    try {
      TimeUnit.SECONDS.sleep(3);
      double more = server.residentMegabytes() - before;
      System.out.printf(
          "10,000 idle streams (P3): %.0f MB more, %.1f KB each%n",
          more, more * 1024 / IDLE_STREAMS);
    } finally {
      close(streams);
    }
  }

  private static List<RawWatch> open(int count, String cursor, @Nullable LongConsumer came)
      throws Exception {
    var streams = new ArrayList<RawWatch>();
    for (int i = 0; i < count; i++) {
      var stream = new RawWatch(cursor);
      streams.add(stream);
      if (came != null) {
        Thread.ofVirtual().start(() -> stream.read(came));
      }
    }
    return streams;
  }

  private static void close(List<RawWatch> streams) throws Exception {
    for (var stream : streams) {
      stream.close();
    }
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
