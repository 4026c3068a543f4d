package io.agentservice.server.agent.review;

import io.agentservice.server.agent.loop.log.LoopEvent.AttachedFile;
import io.agentservice.server.agent.loop.log.LoopEvent.UserMessage;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkBegun;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkChanged;
import io.agentservice.server.agent.loop.log.LoopEvent.WorkSaved;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.agent.loop.log.WorkTree;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.ids.SessionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a session's log says of its work trees: a fold over the few events that do. */
final class WorkLog {
  private static final List<String> TYPES =
      List.of("user_message", "work_begun", "work_saved", "changes");

  private final List<Checkpoint> checkpoints = new ArrayList<>();
  private final List<String> placed = new ArrayList<>();
  private final Map<String, WorkTree> trees = new LinkedHashMap<>();
  private final Map<String, String> branches = new LinkedHashMap<>();
  private final Map<String, Stored> stored = new LinkedHashMap<>();
  private final Map<String, @Nullable String> kept = new LinkedHashMap<>();
  private @Nullable List<WorkTree> begun;
  private int atLastMessage = -1;

  private WorkLog() {}

  static WorkLog of(EventLog log, SessionId session) {
    var work = new WorkLog();
    log.fold(session, TYPES, work::add);
    return work;
  }

  private void add(Event event) {
    switch (LoopEvents.read(event.type(), event.data())) {
      case UserMessage message -> {
        message.files().stream().map(AttachedFile::path).forEach(placed::add);
        atLastMessage = checkpoints.size() - 1;
      }
      case WorkBegun start -> {
        begun = start.trees();
        begun.forEach(tree -> trees.put(tree.directory(), tree));
        note(event, true);
      }
      case WorkSaved saved -> {
        var tree = new WorkTree(saved.directory(), saved.commit(), saved.tree());
        trees.put(saved.directory(), tree);
        kept.put(saved.directory(), saved.attachmentId());
        if (saved.branch() == null) {
          branches.remove(saved.directory());
        } else {
          branches.put(saved.directory(), saved.branch());
        }
        note(event, false);
      }
      case WorkChanged changed -> {
        if (changed.attachmentId() == null) {
          stored.remove(changed.directory());
        } else {
          stored.put(
              changed.directory(),
              new Stored(changed.directory(), changed.attachmentId(), event.createdAt()));
        }
      }
      case null, default -> throw new IllegalStateException("asked for other events");
    }
  }

  private void note(Event event, boolean start) {
    checkpoints.add(
        new Checkpoint(
            event.seq(),
            start,
            event.createdAt(),
            List.copyOf(trees.values()),
            branches,
            kept.containsValue(null) ? null : Set.copyOf(kept.values())));
  }

  /** Oldest first. */
  List<Checkpoint> checkpoints() {
    return checkpoints;
  }

  Optional<Checkpoint> find(String id) {
    return checkpoints.stream().filter(checkpoint -> checkpoint.id().equals(id)).findAny();
  }

  /** How the trees stood when the agent got the last message of a person. */
  Optional<Checkpoint> atLastMessage() {
    return checkpoints.isEmpty()
        ? Optional.empty()
        : Optional.of(checkpoints.get(Math.max(0, atLastMessage)));
  }

  /** As they were when the session began; null: nobody has looked. */
  @Nullable List<WorkTree> begun() {
    return begun;
  }

  /** Files below the working directory that people gave. */
  List<String> placed() {
    return placed;
  }

  /** The patches that are stored, one of each work tree that has changed. */
  List<Stored> stored() {
    return List.copyOf(stored.values());
  }

  /** A patch from the start of the session to the end of a turn. */
  record Stored(String directory, String attachmentId, Instant at) {}
}
