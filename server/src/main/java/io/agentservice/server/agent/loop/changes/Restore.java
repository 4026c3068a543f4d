package io.agentservice.server.agent.loop.changes;

import io.agentservice.server.agent.loop.history.WorkTrees;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkRestored;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkSaved;
import io.agentservice.server.agent.loop.model.StopSwitch;
import io.agentservice.server.agent.loop.session.LoopSession;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.server.engine.machine.MachineLostException;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings kept work to a machine that has not got it. */
public final class Restore {
  private static final Logger LOG = LoggerFactory.getLogger(Restore.class);

  private final LoopSession session;
  private final Machine machine;
  private final StopSwitch stop;
  private final Consumer<List<LoopEvent>> log;

  /** {@code log} writes events, and has the fold know them. */
  public Restore(
      LoopSession session, Machine machine, StopSwitch stop, Consumer<List<LoopEvent>> log) {
    this.session = session;
    this.machine = machine;
    this.stop = stop;
    this.log = log;
  }

  /** Brings all of it; what can't be brought is told. */
  public void run(WorkTrees known) {
    for (var saved : known.away()) {
      log.accept(List.of(new WorkRestored(saved.directory(), failure(saved))));
    }
  }

  private @Nullable String failure(WorkSaved saved) {
    var begun = exec(id -> ChangesScript.scratch(id, session.id())).all("scratch");
    if (begun.isEmpty()) {
      return "the machine has no room for it";
    }
    var directory = new MachineDirectory(machine, stop, begun.getFirst());
    try (var content =
        session.files().kept(String.valueOf(saved.attachmentId()), saved.sizeBytes())) {
      directory.write("bundle", content);
      var output =
          exec(id ->
              ChangesScript.restore(id, session.id(), saved, branch(saved), begun.getFirst()));
      directory.remove();
      if (!output.all("restored").isEmpty()) {
        return null;
      }
      var left = output.all("left");
      return left.isEmpty() ? "git failed" : left.getFirst();
    } catch (MachineLostException | StopSwitch.StoppedException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      LOG.warn("work not restored session={}", session.id(), e);
      return "the service can't read it now";
    }
  }

  /** The branch of a session that this one was forked from is not for it: it has one of its own. */
  private @Nullable String branch(WorkSaved saved) {
    String branch = saved.branch();
    return branch != null && session.checkouts().isOfAnother(branch, session.id())
        ? ChangesScript.THIS_BRANCH
        : branch;
  }

  private ScriptOutput exec(Function<String, String> script) {
    String id = Id.create(EventId.class).value();
    var output = new ScriptOutput(ChangesScript.mark(id));
    String text = script.apply(id);
    stop.wait(() -> machine.exec(id, text, session.changesLimit().toMillis(), output));
    machine.forget(List.of(id));
    return output;
  }
}
