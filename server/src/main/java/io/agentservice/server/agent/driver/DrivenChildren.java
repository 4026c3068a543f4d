package io.agentservice.server.agent.driver;

import io.agentservice.server.agent.loop.log.Course;
import io.agentservice.server.agent.loop.session.StaleEpochException;
import io.agentservice.server.agent.loop.tools.ChildSessions;
import io.agentservice.server.agent.loop.tools.ToolInputException;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.ProblemException;
import io.agentservice.server.engine.children.Child.OnParentEnd;
import io.agentservice.server.engine.lifecycle.Turns;
import io.agentservice.server.engine.lifecycle.Turns.Tenure;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.pullrequests.PullRequest;
import io.agentservice.server.engine.sessions.children.SessionChildren;
import io.agentservice.server.engine.sessions.children.WantedChild;
import io.agentservice.server.engine.sessions.parts.Session;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The sessions that a session's agent starts, for its loop on one connection of its remote. */
record DrivenChildren(SessionChildren children, SessionId session, Tenure tenure, EventLog log)
    implements ChildSessions {

  @Override
  public boolean offered() {
    return Reach.of(() -> children.mayStart(session));
  }

  @Override
  public List<Child> all() {
    return Reach.of(() -> children.of(session)).stream().map(this::child).toList();
  }

  @Override
  public void start(Wanted wanted) {
    var schema = wanted.outputSchema();
    var child =
        new WantedChild(
            new SessionId(wanted.id()),
            wanted.name(),
            wanted.prompt(),
            wanted.title(),
            wanted.playbook(),
            wanted.repos(),
            wanted.platform(),
            wanted.budget(),
            schema == null ? null : schema.toString(),
            wanted.outlives() ? OnParentEnd.KEEP : OnParentEnd.END);
    change(() -> {
      var _ = children.start(session, tenure, child);
    });
  }

  @Override
  public void tell(String id, String message, String text) {
    change(() -> children.tell(session, tenure, new SessionId(id), new EventId(message), text));
  }

  @Override
  public void stop(String id) {
    change(() -> children.stop(session, tenure, new SessionId(id)));
  }

  /** What the service refuses the model is told. */
  private static void change(Runnable work) {
    try {
      var _ =
          Reach.of(() -> {
            work.run();
            return true;
          });
    } catch (Turns.StaleException e) {
      throw new StaleEpochException(String.valueOf(e.getMessage()));
    } catch (ProblemException e) {
      throw new ToolInputException(e.problem().sentence() + ".");
    }
  }

  private Child child(SessionChildren.Standing standing) {
    var found = standing.session();
    var id = found.sessionId();
    String output = found.results().structuredOutput();
    return new Child(
        id.value(),
        standing.child().name(),
        Objects.requireNonNullElse(found.task().title(), ""),
        state(found.standing()),
        rest(found.standing()),
        found.waitsFor() != null,
        output == null ? null : Json.MAPPER.readTree(output),
        found.results().pullRequests().stream().map(PullRequest::url).toList(),
        cost(found.usage()),
        () -> Reach.of(() -> Course.of(reader -> log.fold(id, reader))));
  }

  private static String state(Session.Standing standing) {
    var detail = Status.Detail.word(standing.statusDetail());
    return standing.status().word() + (detail == null ? "" : ", " + detail.replace('_', ' '));
  }

  private static @Nullable Rest rest(Session.Standing standing) {
    return switch (standing.outcome()) {
      case NONE -> null;
      case FINISHED -> Rest.FINISHED;
      case ASKS ->
          standing.statusDetail() == Status.Detail.WAITING_FOR_APPROVAL
              ? Rest.NEEDS_APPROVAL
              : Rest.ASKS;
      case FAILED -> Rest.FAILED;
      case STOPPED -> Rest.STOPPED;
    };
  }

  private static String cost(Session.Usage usage) {
    String used = usage.acusConsumed().stripTrailingZeros().toPlainString();
    var limit = usage.acuLimit();
    return limit == null ? used + " ACU" : "%s of %d ACU".formatted(used, limit);
  }
}
