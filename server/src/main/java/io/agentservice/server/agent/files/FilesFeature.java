package io.agentservice.server.agent.files;

import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.connections.Lane;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.engine.gateway.Gateway;
import io.agentservice.server.engine.sessions.SessionOfPath;
import io.agentservice.server.engine.sessions.Sessions;
import java.time.Duration;
import java.util.List;

/** The feature, wired. */
public record FilesFeature(List<Route> routes, List<Chore> chores) implements Feature {
  private static final Duration LOOK = Duration.ofMillis(500);

  public static FilesFeature wire(Core core, Sessions sessions, Gateway gateway) {
    var mail = new FileMail(core.database());
    var desk = new FileDesk(gateway, new MachineFiles(core.log(), sessions::redactor), mail);
    return new FilesFeature(
        new FileRoutes(desk, new SessionOfPath(sessions)).routes(),
        List.of(
            Chore.everywhere("file-questions", LOOK, () -> Lane.NODE.run(desk::answerMail)),
            Chore.byLeader("file-mail", Duration.ofMinutes(1), mail::sweep)));
  }
}
