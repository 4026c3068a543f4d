package io.agentservice.server.agent.files;

import io.agentservice.server.agent.desk.MachineAnswers;
import io.agentservice.server.agent.desk.MachineDesk;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.engine.sessions.SessionOfPath;
import io.agentservice.server.engine.sessions.Sessions;
import java.util.List;

/** The feature, wired. */
public record FilesFeature(List<Route> routes) implements Feature {
  /** Answers what is asked of files. */
  public static MachineAnswers answers(Core core, Sessions sessions) {
    return new MachineFiles(core.log(), sessions::redactor)::answer;
  }

  public static FilesFeature wire(Sessions sessions, MachineDesk desk) {
    return new FilesFeature(new FileRoutes(desk, new SessionOfPath(sessions)).routes());
  }
}
