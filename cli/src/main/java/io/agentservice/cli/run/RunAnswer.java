package io.agentservice.cli.run;

import io.agentservice.cli.session.WorkSession;
import io.agentservice.cli.terminal.Terminal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What somebody at a terminal tells an agent that waits for him. */
final class RunAnswer {
  private RunAnswer() {}

  static boolean isDue(WorkSession.@Nullable Ending ending) {
    return ending == WorkSession.Ending.WAITING || ending == WorkSession.Ending.APPROVAL;
  }

  /** False when he has gone. */
  static boolean ask(WorkSession session, Terminal terminal) {
    boolean approval = session.ending() == WorkSession.Ending.APPROVAL;
    var answer =
        terminal.ask(
            approval ? "approve? y: yes, a: always in this session, n or why not: " : "answer: ");
    if (answer == null) {
      return false;
    }
    if (!approval) {
      session.say(answer);
      return true;
    }
    switch (answer.toLowerCase(Locale.ROOT)) {
      case "y", "yes" -> session.approve(false);
      case "a", "always" -> session.approve(true);
      case "n", "no" -> session.refuse(null);
      default -> session.refuse(answer);
    }
    return true;
  }
}
