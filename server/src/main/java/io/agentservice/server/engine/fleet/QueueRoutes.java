package io.agentservice.server.engine.fleet;

import static io.agentservice.server.base.auth.Permission.USE_OUTPOSTS_MACHINE;
import static io.agentservice.server.base.http.Access.account;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.http.limits.RateLimits.Policy;
import io.agentservice.server.base.http.requests.Query;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.engine.capacity.Hypervisors;
import io.agentservice.server.engine.capacity.WorkerHeartbeat;
import io.agentservice.server.engine.claims.Claims;
import io.agentservice.server.engine.claims.Claims.Claimed;
import io.agentservice.server.engine.claims.Claims.Released;
import io.agentservice.server.engine.outposts.Outposts;
import io.agentservice.server.engine.queue.Entry;
import io.agentservice.server.engine.queue.Entry.Phase;
import io.agentservice.server.engine.queue.EntryFilter;
import io.agentservice.server.engine.queue.Queue;
import io.agentservice.wire.fleet.EntryList;
import io.agentservice.wire.fleet.FleetJson;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The queue's routes (fleet.md 2), under the collection's name and its alias. */
final class QueueRoutes {
  private static final List<String> COLLECTIONS =
      List.of("/opbeta/outposts/agents", "/opbeta/outposts/devins");
  private static final int MAX_WAIT_SECONDS = 60;
  private static final Pattern ACCEPTOR = Pattern.compile("[^\\p{Cntrl}]*");

  private final Queue queue;
  private final FeedCursor cursors;
  private final Claims claims;
  private final Outposts outposts;
  private final WatchStream watch;
  private final Hypervisors hypervisors;
  private final Addresses addresses;

  QueueRoutes(
      Queue queue,
      FeedCursor cursors,
      Claims claims,
      Outposts outposts,
      WatchStream watch,
      Hypervisors hypervisors,
      Addresses addresses) {
    this.queue = queue;
    this.cursors = cursors;
    this.claims = claims;
    this.outposts = outposts;
    this.watch = watch;
    this.hypervisors = hypervisors;
    this.addresses = addresses;
  }

  List<Route> routes() {
    return COLLECTIONS.stream().flatMap(collection -> routes(collection).stream()).toList();
  }

  private List<Route> routes(String collection) {
    String one = collection + "/{session_id}";
    return List.of(
        Route.get(collection, account(USE_OUTPOSTS_MACHINE), this::listOrWatch),
        Route.get(one, account(USE_OUTPOSTS_MACHINE), this::get),
        Route.post(one + "/claim", account(USE_OUTPOSTS_MACHINE), this::claim)
            .countedAs(Policy.READ),
        Route.post(one + "/release", account(USE_OUTPOSTS_MACHINE), this::release)
            .countedAs(Policy.READ));
  }

  private Answer listOrWatch(Request request) {
    var query = request.query();
    return query.bool("watch", false) ? watch(request, query) : list(request, query);
  }

  private Answer watch(Request request, Query query) {
    query.check();
    var account = request.principal().accountId();
    OutpostId outpost = outpost(account, query);
    long from = place(account, query).position();
    Runnable living = () -> hypervisors.watching(request, outpost);
    living.run();
    return new Answer.Events(
        (out, waits) -> watch.write(account, outpost, from, out, waits, living));
  }

  private Answer list(Request request, Query query) {
    var account = request.principal().accountId();
    int first = query.first();
    String phase = query.oneOf("phase", List.of("pending", "claimed"));
    String acceptor = query.text("acceptor_id");
    int wait = query.integer("wait", 0, MAX_WAIT_SECONDS, 0);
    if (wait > 0 && query.text("cursor") == null) {
      query.fail("inconsistent", "wait needs a cursor", "wait");
    }
    query.check();
    OutpostId outpost = outpost(account, query);
    var from = place(account, query);
    if (wait > 0) {
      awaitChange(request, outpost, from.position(), Duration.ofSeconds(wait));
    }
    claims.applyLapsesForReading();
    var filter =
        new EntryFilter(
            account,
            outpost,
            phase == null ? null : Phase.valueOf(phase.toUpperCase(Locale.ROOT)),
            acceptor);
    return Answer.json(FleetJson.ENTRY_LIST.toJson(page(account, filter, from, first)));
  }

  /**
   * Reads the position before the rows, so that later changes are after the cursor. After the
   * removal of an entry that was shown, the last page's cursor goes back to the list's beginning.
   */
  private EntryList page(AccountId account, EntryFilter filter, FeedCursor.Place from, int first) {
    long newest = queue.position(account);
    var rows = settled(filter, from.position(), first + 1);
    boolean more = rows.size() > first;
    var shown = more ? rows.subList(0, first) : rows;
    long total = more ? queue.count(filter, from.position()) : rows.size();
    String cursor;
    if (more) {
      long walk = from.walk() == 0 ? newest + 1 : from.walk();
      cursor = cursors.encode(account, new FeedCursor.Place(shown.getLast().position() + 1, walk));
    } else if (from.walk() != 0 && queue.hasRemovals(account, from.walk())) {
      cursor = cursors.encode(account, from.walk());
    } else {
      cursor = cursors.encode(account, Math.max(newest + 1, from.position()));
    }
    return new EntryList(shown.stream().map(EntryJson::of).toList(), cursor, more, total);
  }

  /** A claim may lapse while the list is read. */
  private List<Entry> settled(EntryFilter filter, long from, int limit) {
    var rows = queue.list(filter, from, limit);
    var lapsed =
        rows.stream().filter(entry -> entry.claim().lapsed()).map(Entry::sessionId).toList();
    if (lapsed.isEmpty()) {
      return rows;
    }
    claims.applyLapsesForReading(lapsed);
    return queue.list(filter, from, limit);
  }

  private void awaitChange(
      Request request, @Nullable OutpostId outpost, long from, Duration longest) {
    var account = request.principal().accountId();
    try {
      request.await(waits -> watch.await(account, outpost, from, longest, waits));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private Answer get(Request request) {
    var id = id(request);
    var account = request.principal().accountId();
    var entry = queue.find(account, id).orElseThrow(QueueRoutes::noEntry);
    if (entry.claim().lapsed()) {
      claims.applyLapsesForReading(List.of(id));
      entry = queue.find(account, id).orElseThrow(QueueRoutes::noEntry);
    }
    return Answer.json(FleetJson.ENTRY.toJson(EntryJson.of(entry)));
  }

  private Answer claim(Request request) {
    var id = id(request);
    String acceptor = acceptor(request, id);
    if (!acceptor.equals(request.header(WorkerHeartbeat.ACCEPTOR_HEADER))) {
      hypervisors.seen(request.principal().accountId(), WorkerHeartbeat.of(acceptor, request));
    }
    return switch (claims.claim(request.principal().accountId(), id, acceptor, request.caller())) {
      case Claimed.Won(var entry, String token) ->
          Answer.json(FleetJson.ENTRY.toJson(EntryJson.of(entry, token, addresses.gateway())));
      case Claimed.Lost() ->
          throw Problem.conflict(
                  "claim_lost",
                  "Session is claimed by another worker",
                  "Take the next pending entry")
              .exception();
      case Claimed.Ended() ->
          throw Problem.conflict("session_ended", "The session sleeps or has ended", "Release it")
              .exception();
      case Claimed.NoEntry() -> throw noEntry();
    };
  }

  private Answer release(Request request) {
    var id = id(request);
    String acceptor = acceptor(request, id);
    return switch (claims.release(
        request.principal().accountId(), id, acceptor, request.caller())) {
      case Released.Done(var entry) -> Answer.json(FleetJson.ENTRY.toJson(EntryJson.of(entry)));
      case Released.NotHolder() ->
          throw Problem.conflict(
                  "not_claim_holder", "The session is not claimed by this worker", null)
              .exception();
      case Released.NoEntry() -> throw noEntry();
    };
  }

  /** Who claims or releases; that there is no such entry is told before what is wrong with him. */
  private String acceptor(Request request, SessionId id) {
    var body = request.body();
    String acceptor = body.text("acceptor_id", 1, 256);
    if (!acceptor.isEmpty() && !ACCEPTOR.matcher(acceptor).matches()) {
      body.fail("pattern", "Input should be printable", "acceptor_id");
    }
    if (body.hasFailures() && queue.find(request.principal().accountId(), id).isEmpty()) {
      throw noEntry();
    }
    body.check();
    return acceptor;
  }

  /** An outpost by id or name; one that does not exist matches nothing. */
  private @Nullable OutpostId outpost(AccountId account, Query query) {
    String text = query.text("outpost");
    return text == null ? null : outposts.idOf(account, text);
  }

  private FeedCursor.Place place(AccountId account, Query query) {
    String cursor = query.text("cursor");
    return cursor == null ? new FeedCursor.Place(0, 0) : cursors.decode(account, cursor);
  }

  private static SessionId id(Request request) {
    return request.id(SessionId.class, "entry");
  }

  private static RuntimeException noEntry() {
    return Problem.notFound("entry").exception();
  }
}
