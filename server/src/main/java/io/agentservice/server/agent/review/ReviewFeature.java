package io.agentservice.server.agent.review;

import io.agentservice.server.agent.desk.MachineAnswers;
import io.agentservice.server.agent.desk.MachineDesk;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.context.attachments.Attachments;
import io.agentservice.server.engine.sessions.SessionOfPath;
import io.agentservice.server.engine.sessions.Sessions;
import java.time.InstantSource;
import java.util.List;

/** The feature, wired. */
public record ReviewFeature(List<Route> routes) implements Feature {
  /** Answers what is asked of changes. */
  public static MachineAnswers answers(Sessions sessions) {
    return new MachineChanges(sessions::redactor, InstantSource.system())::answer;
  }

  public static ReviewFeature wire(
      Core core, Sessions sessions, Attachments attachments, MachineDesk desk) {
    var stored = new StoredChanges(attachments);
    var path = new SessionOfPath(sessions);
    return new ReviewFeature(
        new ReviewRoutes(core.log(), desk, stored, sessions.attachments(), path, core.lists())
            .routes());
  }
}
