package io.agentservice.e2e.history;

import io.agentservice.e2e.servers.Cluster;
import io.agentservice.e2e.servers.Node;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The queue of several servers, and how each of them served. A claimer stays with one server,
 * whatever becomes of it, so that each has its clients; the others go to the next one when theirs
 * fails.
 */
final class ServersQueue implements QueueApi {
  private final List<HttpQueue> servers;
  private final AtomicInteger clients = new AtomicInteger();
  private final ThreadLocal<Integer> mine = ThreadLocal.withInitial(clients::getAndIncrement);
  private final Queue<Try> tries = new ConcurrentLinkedQueue<>();

  /**
   * A request to a server.
   *
   * @param at when its answer came, in milliseconds since 1970
   * @param status of an answer that did not say what happened; 0 for none, 200 for all others
   */
  record Try(int server, long at, int status) {
    boolean served() {
      return status == 200;
    }
  }

  ServersQueue(Cluster cluster) {
    servers =
        cluster.nodes().stream()
            .map((Node node) -> new HttpQueue(node::client, cluster.org()))
            .toList();
  }

  List<Try> tries() {
    return List.copyOf(tries);
  }

  @Override
  public String create() {
    String key = UUID.randomUUID().toString();
    while (true) {
      try {
        return some(server -> server.create(key));
      } catch (LostAnswer _) {
        Load.pause(Ticks.SECOND / 20);
      }
    }
  }

  @Override
  public String terminate(String session) {
    return some(server -> server.terminate(session));
  }

  @Override
  public Answer claim(String session, String acceptor) {
    return ask(server -> server.claim(session, acceptor));
  }

  @Override
  public Answer release(String session, String acceptor) {
    return ask(server -> server.release(session, acceptor));
  }

  @Override
  public Page list(@Nullable String cursor, int first, int wait) {
    return some(server -> server.list(cursor, first, wait));
  }

  @Override
  public Changes watch(@Nullable String cursor) {
    return some(server -> server.watch(cursor));
  }

  /** Of the thread's server, and of the next one from then on when it fails. */
  private <T> T some(Function<HttpQueue, T> request) {
    try {
      return ask(request);
    } catch (LostAnswer e) {
      mine.set(mine.get() + 1);
      throw e;
    }
  }

  private <T> T ask(Function<HttpQueue, T> request) {
    int server = mine.get() % servers.size();
    try {
      T answer = request.apply(servers.get(server));
      tries.add(new Try(server, System.currentTimeMillis(), 200));
      return answer;
    } catch (LostAnswer e) {
      tries.add(new Try(server, System.currentTimeMillis(), e.status()));
      throw e;
    }
  }
}
