package io.agentservice.e2e.history;

import io.agentservice.e2e.history.Op.Kind;
import io.agentservice.e2e.history.QueueApi.LostAnswer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Lists once, then watches, and goes on from its last cursor after every cut. */
final class Watcher implements Runnable {
  private final QueueApi queue;
  private final History history;
  private final String name;
  private final Load load;
  private final Map<String, Seen> table = new ConcurrentHashMap<>();
  private @Nullable String cursor;
  private volatile QueueApi.@Nullable Changes open;
  private volatile boolean stopped;

  Watcher(QueueApi queue, History history, String name, Load load) {
    this.queue = queue;
    this.history = history;
    this.name = name;
    this.load = load;
  }

  @Override
  public void run() {
    for (int connection = 0; !stopped; connection++) {
      try {
        if (cursor == null) {
          cursor = load.walk(name, Load.WHOLE, table);
        }
        follow(name + "/" + connection);
      } catch (LostAnswer _) {
        Load.pause(10_000);
      }
    }
  }

  private void follow(String connection) {
    long begin = Ticks.now();
    try (var changes = queue.watch(cursor)) {
      open = changes;
      if (stopped) {
        return;
      }
      for (var change = changes.next(); change != null && !stopped; change = changes.next()) {
        var seen = change.entry();
        history.add(
            new Op(
                Kind.EVENT,
                name,
                connection,
                seen.session(),
                "",
                Op.OK,
                begin,
                Ticks.now(),
                seen,
                change.cursor()));
        cursor = change.cursor();
        if (seen.removed()) {
          table.remove(seen.session());
        } else {
          table.put(seen.session(), seen);
        }
      }
    }
  }

  boolean sees(Map<String, Seen> other) {
    return table.equals(other);
  }

  void stop() {
    stopped = true;
    var changes = open;
    if (changes != null) {
      changes.close();
    }
  }
}
