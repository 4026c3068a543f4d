package io.agentservice.server.agent.loop.tools;

import io.agentservice.server.agent.loop.log.Course;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sessions that were started, in memory; each thing is done once, by its id. Any thread. */
public final class MemoryChildren implements ChildSessions {
  public final Map<String, Wanted> started = new LinkedHashMap<>();
  public final Map<String, String> told = new LinkedHashMap<>();
  private final Map<String, Rest> resting = new LinkedHashMap<>();
  public volatile boolean waitForMachine;
  public volatile @Nullable String refusal;
  public volatile Runnable afterStart = () -> {};

  @Override
  public boolean offered() {
    return true;
  }

  @Override
  public synchronized List<Child> all() {
    var all = new ArrayList<Child>();
    started.forEach((id, wanted) -> {
      var rest = resting.get(wanted.name());
      all.add(
          new Child(
              id,
              wanted.name(),
              wanted.prompt(),
              rest == null ? "running, working" : "running",
              rest,
              waitForMachine && rest == null,
              null,
              List.of("https://example.com/a/b/pull/1"),
              "0.5 ACU",
              () -> new Course(List.of(new Course.Moment.Said("I did it.")))));
    });
    return all;
  }

  @Override
  public void start(Wanted wanted) {
    var why = refusal;
    if (why != null) {
      throw new ToolInputException(why);
    }
    synchronized (this) {
      started.putIfAbsent(wanted.id(), wanted);
    }
    afterStart.run();
  }

  @Override
  public synchronized void tell(String id, String message, String text) {
    told.putIfAbsent(message, text);
    resting.remove(started.get(id).name());
  }

  @Override
  public synchronized void stop(String id) {
    rest(started.get(id).name(), Rest.STOPPED);
  }

  /** That one does not work any more. */
  public synchronized void rest(String name, Rest rest) {
    resting.put(name, rest);
  }
}
