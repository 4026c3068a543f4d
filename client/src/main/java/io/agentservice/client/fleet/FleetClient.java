package io.agentservice.client.fleet;

import io.agentservice.client.http.Answer;
import io.agentservice.client.http.ApiException;
import io.agentservice.client.http.Query;
import io.agentservice.client.http.Transport;
import io.agentservice.client.http.UnreachableException;
import io.agentservice.wire.fleet.EntryList;
import io.agentservice.wire.fleet.FleetJson;
import io.agentservice.wire.fleet.Outpost;
import io.agentservice.wire.fleet.QueueEntry;
import io.agentservice.wire.json.JsonException;
import io.agentservice.wire.json.JsonForm;
import io.agentservice.wire.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fleet API (interface.md 4.10, fleet.md 2): queue, claims, watch, outposts. Methods throw
 * {@link ApiException} and {@link UnreachableException} for everything their result does not say.
 */
public final class FleetClient {
  private static final String AGENTS = "/opbeta/outposts/agents";
  private static final String OUTPOSTS = "/opbeta/outposts/outposts";

  /** Keepalives come each 15 s by default; three missing ones are a dead connection. */
  private static final Duration WATCH_IDLE = Duration.ofSeconds(60);

  /** What a 404 or 409 to a claim or release says when it is the service's word (fleet.md 2). */
  private static final Set<String> DECIDED =
      Set.of("entry_not_found", "claim_lost", "session_ended", "not_claim_holder");

  private final Transport client;

  /** Over these connections. */
  public FleetClient(Transport client) {
    this.client = client;
  }

  /**
   * Which entries; null matches all.
   *
   * @param outpost id or name
   * @param phase {@code pending} or {@code claimed}
   */
  public record Filter(
      @Nullable String outpost, @Nullable String phase, @Nullable String acceptorId) {}

  /** All living entries that match, and where a watch goes on from them. */
  public record Snapshot(List<QueueEntry> entries, String cursor) {}

  /**
   * One page, in the order of change.
   *
   * @param cursor from an earlier page or event; null for the beginning
   * @param first rows at most, 1..200
   * @param waitSeconds long poll, 0..60; above 0 needs a cursor
   */
  public EntryList list(Filter filter, @Nullable String cursor, int first, int waitSeconds) {
    var query =
        Query.of("outpost", filter.outpost())
            .and("phase", filter.phase())
            .and("acceptor_id", filter.acceptorId())
            .and("cursor", cursor)
            .and("first", first)
            .and("wait", waitSeconds == 0 ? null : waitSeconds);
    var patient =
        waitSeconds == 0 ? client : client.withTimeout(Duration.ofSeconds(waitSeconds + 30));
    return read(FleetJson.ENTRY_LIST, patient.request("GET", AGENTS, query, null));
  }

  /** Walks all pages; an entry that changed meanwhile is taken in its last state. */
  public Snapshot listAll(Filter filter) {
    var entries = new LinkedHashMap<String, QueueEntry>();
    var page = list(filter, null, 200, 0);
    while (true) {
      for (var entry : page.items()) {
        entries.remove(entry.metadata().sessionId());
        entries.put(entry.metadata().sessionId(), entry);
      }
      if (!page.hasNextPage()) {
        return new Snapshot(List.copyOf(entries.values()), page.cursor());
      }
      page = list(filter, page.cursor(), 200, 0);
    }
  }

  /** The entry of a session; empty when it has none. */
  public Optional<QueueEntry> find(String sessionId) {
    var answer = client.request("GET", AGENTS + "/" + Query.segment(sessionId), Query.NONE, null);
    if (answer.status() == 404 && ApiException.of(answer).code().equals("entry_not_found")) {
      return Optional.empty();
    }
    return Optional.of(read(FleetJson.ENTRY, answer));
  }

  /** Claims an entry, or renews our claim. */
  public ClaimAnswer claim(String sessionId, String acceptorId) {
    var answer = act(sessionId, "claim", acceptorId);
    var refusal = refusal(answer);
    if (refusal != null) {
      return new ClaimAnswer.Refused(refusal);
    }
    return new ClaimAnswer.Claimed(read(FleetJson.ENTRY, answer));
  }

  /**
   * Gives a claim back.
   *
   * @return false when it was no longer ours (404, 409): nothing is left to do
   */
  public boolean release(String sessionId, String acceptorId) {
    var answer = act(sessionId, "release", acceptorId);
    if (refusal(answer) != null) {
      return false;
    }
    Transport.orThrow(answer);
    return true;
  }

  /**
   * The service's no to a claim or release; null for any other answer.
   *
   * @throws UnreachableException for a 404 or 409 of somebody else: a proxy whose route is gone for
   *     the time of a deployment must not cost a running session its claim
   */
  private @Nullable ApiException refusal(Answer answer) {
    if (answer.status() != 404 && answer.status() != 409) {
      return null;
    }
    var problem = ApiException.of(answer);
    if (DECIDED.contains(problem.code())) {
      return problem;
    }
    throw new UnreachableException(
        client.baseUrl(), "a %d that is not the service's".formatted(answer.status()), null);
  }

  private Answer act(String sessionId, String action, String acceptorId) {
    return client.request(
        "POST",
        AGENTS + "/" + Query.segment(sessionId) + "/" + action,
        Query.NONE,
        JsonObject.of("acceptor_id", acceptorId).toJson());
  }

  /**
   * Watches the queue.
   *
   * @param outpost id or name; null for all
   * @param cursor where to go on; null replays everything
   */
  public EntryWatch watch(@Nullable String outpost, @Nullable String cursor) {
    var query = Query.of("watch", true).and("outpost", outpost).and("cursor", cursor);
    return new EntryWatch(client.stream(AGENTS, query, WATCH_IDLE));
  }

  /** All outposts, by name. */
  public List<Outpost> outposts() {
    var all = new ArrayList<Outpost>();
    String after = null;
    do {
      var query = Query.of("first", 200).and("after", after);
      var page = read(FleetJson.OUTPOST_PAGE, client.request("GET", OUTPOSTS, query, null));
      all.addAll(page.items());
      after = page.hasNextPage() ? page.endCursor() : null;
    } while (after != null);
    return all;
  }

  /** Creates an outpost; null leaves a field out. */
  public Outpost createOutpost(
      String name, @Nullable String platform, @Nullable String description) {
    return createOutpost(
        JsonObject.of("name", name, "platform", platform, "description", description));
  }

  /** Creates an outpost of these fields (fleet.md 2). */
  public Outpost createOutpost(JsonObject body) {
    return read(FleetJson.OUTPOST, client.request("POST", OUTPOSTS, Query.NONE, body.toJson()));
  }

  /** One outpost. */
  public Outpost outpost(String outpostId) {
    return read(FleetJson.OUTPOST, client.request("GET", path(outpostId), Query.NONE, null));
  }

  /** Deletes an outpost; {@code force} also when sessions are queued on it. */
  public void deleteOutpost(String outpostId, boolean force) {
    var query = force ? Query.of("force", true) : Query.NONE;
    Transport.orThrow(client.request("DELETE", path(outpostId), query, null));
  }

  /** A 2xx whose body is something else comes from no service of ours. */
  private <T> T read(JsonForm<T> form, Answer answer) {
    try {
      return form.fromJson(Transport.orThrow(answer).body());
    } catch (JsonException e) {
      throw new UnreachableException(client.baseUrl(), "its answer is no fleet object", e);
    }
  }

  private static String path(String outpostId) {
    return OUTPOSTS + "/" + Query.segment(outpostId);
  }
}
