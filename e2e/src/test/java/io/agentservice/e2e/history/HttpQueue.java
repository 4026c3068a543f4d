package io.agentservice.e2e.history;

import io.agentservice.client.AgentClient;
import io.agentservice.client.fleet.EntryWatch;
import io.agentservice.client.fleet.FleetClient;
import io.agentservice.client.http.ApiException;
import io.agentservice.client.http.ClientException;
import io.agentservice.client.http.Query;
import io.agentservice.wire.fleet.FleetJson;
import io.agentservice.wire.fleet.QueueEntry;
import io.agentservice.wire.json.JsonObject;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The queue of a real server. What a killed server does not answer is a {@link LostAnswer}. */
final class HttpQueue implements QueueApi {
  private static final FleetClient.Filter ALL = new FleetClient.Filter(null, null, null);
  private static final long PATIENCE = 300 * Ticks.SECOND;

  private final Supplier<AgentClient> client;
  private final String org;

  /** {@code client}: the server that runs now. */
  HttpQueue(Supplier<AgentClient> client, String org) {
    this.client = client;
    this.org = org;
  }

  /** Asks with the same key until it is answered, so that no session is made that nobody knows. */
  @Override
  public String create() {
    String key = UUID.randomUUID().toString();
    long end = Ticks.now() + PATIENCE;
    while (true) {
      try {
        return create(key);
      } catch (LostAnswer e) {
        if (Ticks.now() > end) {
          throw e;
        }
        Load.pause(Ticks.SECOND / 5);
      }
    }
  }

  /** One try; tries with the same key make one session. */
  String create(String key) {
    try {
      return client.get().sessions(org).create(JsonObject.of("prompt", "wait"), key).id();
    } catch (ClientException e) {
      throw lost(e);
    }
  }

  @Override
  public String terminate(String session) {
    return result(
        request("DELETE", "/v3/organizations/%s/sessions/%s".formatted(org, session), null));
  }

  @Override
  public Answer claim(String session, String acceptor) {
    return act(session, "claim", acceptor);
  }

  @Override
  public Answer release(String session, String acceptor) {
    return act(session, "release", acceptor);
  }

  private Answer act(String session, String action, String acceptor) {
    var answer =
        request(
            "POST",
            "/opbeta/outposts/agents/%s/%s".formatted(session, action),
            JsonObject.of("acceptor_id", acceptor).toJson());
    String result = result(answer);
    return new Answer(
        result, result.equals(Op.OK) ? seen(FleetJson.ENTRY.fromJson(answer.body()), false) : null);
  }

  private io.agentservice.client.http.Answer request(
      String method, String path, @Nullable String body) {
    try {
      return client.get().request(method, path, Query.NONE, body);
    } catch (ClientException e) {
      throw new LostAnswer("no answer", e);
    }
  }

  /** A 5xx does not say what happened. */
  private static String result(io.agentservice.client.http.Answer answer) {
    if (answer.status() >= 500) {
      throw new LostAnswer("status " + answer.status(), null, answer.status());
    }
    return answer.status() < 300 ? Op.OK : JsonObject.parse(answer.body()).required("code");
  }

  @Override
  public Page list(@Nullable String cursor, int first, int wait) {
    try {
      var page = client.get().fleet().list(ALL, cursor, first, wait);
      return new Page(
          page.items().stream().map(entry -> seen(entry, false)).toList(),
          page.cursor(),
          page.hasNextPage());
    } catch (ClientException e) {
      throw lost(e);
    }
  }

  @Override
  public Changes watch(@Nullable String cursor) {
    try {
      return new Stream(client.get().fleet().watch(null, cursor));
    } catch (ClientException e) {
      throw lost(e);
    }
  }

  /** A refusal of a read is a fault, of the server or of this test. */
  private static RuntimeException lost(ClientException e) {
    if (e instanceof ApiException refusal) {
      return refusal.passing() ? new LostAnswer("no answer", e, refusal.status()) : e;
    }
    return new LostAnswer("no answer", e);
  }

  private record Stream(EntryWatch watch) implements Changes {
    @Override
    public @Nullable Change next() {
      try {
        var event = watch.next();
        return event == null
            ? null
            : new Change(seen(event.object(), event.type().equals("DELETED")), event.cursor());
      } catch (ClientException e) {
        throw new LostAnswer("the stream broke", e);
      }
    }

    @Override
    public void close() {
      watch.close();
    }
  }

  private static Seen seen(QueueEntry entry, boolean removed) {
    var status = entry.status();
    Long deadline = status.claimDeadline();
    return new Seen(
        entry.metadata().sessionId(),
        status.acceptorId(),
        deadline == null ? null : deadline * Ticks.SECOND,
        status.sessionStatus(),
        removed,
        status.connectToken() != null);
  }
}
