package io.agentservice.server.engine.capacity;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Place;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.http.requests.Query;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.HypervisorId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.engine.capacity.Hypervisor.Status;
import io.agentservice.server.engine.capacity.HypervisorSql.Seen;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The machines that workers show. News is written at once; that they are still there is kept in
 * memory and written by {@link #write} together, with elapsed times, since the database's clock
 * decides. Thread-safe.
 */
public final class Hypervisors {
  /** After it, the claims of a returning worker are to be seen before it makes more. */
  private static final long SILENCE = Duration.ofMinutes(1).toNanos();

  private static final long FORGET = Duration.ofMinutes(10).toNanos();

  private static final String ALL = "all";

  private final Database database;
  private final Map<Key, Heard> heard = new ConcurrentHashMap<>();

  Hypervisors(Database database) {
    this.database = database;
  }

  private record Key(AccountId account, String acceptor) {}

  /**
   * The last sighting, the outpost that it served last, when that was, and whether the database
   * knows.
   */
  private record Heard(
      WorkerHeartbeat sighting, @Nullable OutpostId outpost, long at, boolean written) {
    private Seen seen(Key key, long now) {
      return new Seen(
          Id.create(HypervisorId.class).value(),
          key.account().value(),
          key.acceptor(),
          sighting.draining(),
          sighting.slots(),
          (now - at) / 1e9,
          outpost == null ? null : outpost.value());
    }
  }

  /** A request may name its worker. */
  public void seen(Request request) {
    WorkerHeartbeat.of(request)
        .ifPresent(sighting -> seen(request.principal().accountId(), sighting));
  }

  /** The same of one that watches the queue of an outpost; null: that of all. */
  public void watching(Request request, @Nullable OutpostId outpost) {
    WorkerHeartbeat.of(request)
        .ifPresent(sighting -> seen(request.principal().accountId(), sighting, outpost));
  }

  public void seen(AccountId account, WorkerHeartbeat sighting) {
    seen(account, sighting, null);
  }

  private void seen(AccountId account, WorkerHeartbeat sighting, @Nullable OutpostId outpost) {
    var key = new Key(account, sighting.acceptorId());
    long now = System.nanoTime();
    var before = heard.get(key);
    var serves = outpost != null || before == null ? outpost : before.outpost();
    var fresh = new Heard(sighting, serves, now, false);
    heard.put(key, fresh);
    boolean known =
        before != null
            && now - before.at() <= SILENCE
            && before.sighting().equals(sighting)
            && Objects.equals(before.outpost(), serves);
    if (!known) {
      write(List.of(fresh.seen(key, now)));
    }
  }

  /** How many take sessions, by outpost; those that named none serve all. */
  public ToLongFunction<OutpostId> online(AccountId account) {
    write();
    var serving = database.with(HypervisorSql.class, sql -> sql.serving(account));
    return outpost ->
        serving.stream()
            .filter(row -> row.outpostId() == null || row.outpostId().equals(outpost))
            .mapToLong(HypervisorSql.Serving::workers)
            .sum();
  }

  public void write() {
    long now = System.nanoTime();
    var news = new ArrayList<Seen>();
    heard.forEach((key, last) -> {
      if (now - last.at() > FORGET) {
        heard.remove(key, last);
      } else if (!last.written()
          && heard.replace(
              key, last, new Heard(last.sighting(), last.outpost(), last.at(), true))) {
        news.add(last.seen(key, now));
      }
    });
    if (!news.isEmpty()) {
      write(news);
    }
  }

  private void write(List<Seen> seen) {
    String json = Json.MAPPER.writeValueAsString(seen);
    database.useTransaction(tx -> tx.on(HypervisorSql.class).write(json));
  }

  /** Those in the state that {@code status} of a query names, absent: available; newest first. */
  public Listing<Hypervisor> list(AccountId account, Query query) {
    var words = new ArrayList<>(Arrays.stream(Status.values()).map(Status::word).toList());
    words.add(ALL);
    String word = query.oneOf("status", words);
    if (word == null) {
      return list(account, Status.AVAILABLE);
    }
    return list(account, word.equals(ALL) ? null : Status.valueOf(word.toUpperCase(Locale.ROOT)));
  }

  /** {@code status} null: all. */
  private Listing<Hypervisor> list(AccountId account, @Nullable Status status) {
    write();
    return new Listing<>(
        window ->
            Rows.of(
                database.with(HypervisorSql.class, sql -> sql.list(account, status, window)),
                window.size()),
        most -> database.with(HypervisorSql.class, sql -> sql.count(account, status, most)),
        machine -> new Place(machine.createdAt(), machine.hypervisorId().value()));
  }
}
