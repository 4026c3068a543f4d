package io.agentservice.server.agent.desk;

import io.agentservice.server.agent.desk.MachineQuestion.Kind;
import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.connections.Lane;
import io.agentservice.server.engine.gateway.Gateway;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The feature, wired. */
public record DeskFeature(MachineDesk desk, List<Chore> chores) implements Feature {
  private static final Duration LOOK = Duration.ofMillis(500);

  /** {@code answers}: of each kind of question. */
  public static DeskFeature wire(Core core, Gateway gateway, Map<Kind, MachineAnswers> answers) {
    var mail = new MachineMail(core.database());
    var desk = new MachineDesk(gateway, mail, answers);
    return new DeskFeature(
        desk,
        List.of(
            Chore.everywhere("file-questions", LOOK, () -> Lane.NODE.run(desk::answerMail)),
            Chore.byLeader("file-mail", Duration.ofMinutes(1), mail::sweep)));
  }
}
