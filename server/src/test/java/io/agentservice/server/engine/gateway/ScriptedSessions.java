package io.agentservice.server.engine.gateway;

import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.machine.Machine;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Sessions as a test wants them, and what the gateway told them. */
final class ScriptedSessions implements GatewaySessions, MachineListener {
  static final SessionId SESSION = Id.create(SessionId.class);
  static final SessionId OTHER = Id.create(SessionId.class);
  private static final AccountId ACCOUNT = Id.create(AccountId.class);

  final List<String> told = new CopyOnWriteArrayList<>();
  final BlockingQueue<Machine> machines = new LinkedBlockingQueue<>();
  volatile Standing standing = Standing.CURRENT;
  volatile boolean refusing;
  volatile boolean over;
  volatile boolean databaseAway;
  volatile boolean failing;

  /** What a look finds of every connection. */
  volatile @Nullable Standing found;

  /** Nobody is told how a claim stands before this. */
  volatile CountDownLatch answering = new CountDownLatch(0);

  /** Counts the looks of connections at their claim. */
  final Semaphore looks = new Semaphore(0);

  private long connections;

  /** Tokens are {@code <session>/<epoch>}. */
  static String token(SessionId session, long epoch) {
    return session + "/" + epoch;
  }

  @Override
  public Admission admit(SessionId session, String token) {
    if (databaseAway) {
      throw new DatabaseUnavailableException("gone");
    }
    if (over) {
      return new Admission.SessionOver();
    }
    var parts = token.split("/", -1);
    if (parts.length != 2) {
      return new Admission.BadToken();
    }
    return parts[0].equals(session.value())
        ? new Admission.Admitted(Long.parseLong(parts[1]), ACCOUNT)
        : new Admission.OtherSession();
  }

  @Override
  public synchronized Connected connected(SessionId session, long epoch) {
    if (databaseAway) {
      throw new DatabaseUnavailableException("gone");
    }
    if (refusing) {
      return new Connected.Refused(over);
    }
    connections++;
    told.add("connected " + epoch + "#" + connections);
    return new Connected.Accepted(connections, Map.of("NPM_TOKEN", "s3cret"));
  }

  @Override
  public Standing keepAlive(SessionId session, long epoch, long connection) {
    looks.release();
    try {
      answering.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return standing;
  }

  @Override
  public Map<Held, Standing> fallen(Collection<Held> connections) {
    var all = found;
    return all == null
        ? Map.of()
        : connections.stream().collect(Collectors.toMap(Function.identity(), _ -> all));
  }

  @Override
  public void undriven(SessionId session, long epoch) {
    told.add("undriven " + epoch);
  }

  @Override
  public void lost(SessionId session, long epoch, long connection) {
    told.add("lost " + epoch + "#" + connection);
  }

  @Override
  public void attached(SessionId session, long epoch, long connection, Machine machine) {
    if (failing) {
      throw new IllegalStateException("a fault of ours");
    }
    told.add("attached " + epoch);
    machines.add(machine);
  }

  @Override
  public void detached(SessionId session, long epoch) {
    told.add("detached " + epoch);
  }

  Machine machine() throws InterruptedException {
    var machine = machines.poll(120, TimeUnit.SECONDS);
    if (machine == null) {
      throw new AssertionError("no machine attached; told: " + told);
    }
    return machine;
  }
}
