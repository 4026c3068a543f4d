package io.agentservice.server.agent.review;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.desk.MachineAnswer;
import io.agentservice.server.agent.desk.MachineQuestion;
import io.agentservice.server.agent.loop.changes.Comparing;
import io.agentservice.server.agent.loop.changes.Comparing.ComparisonException;
import io.agentservice.server.agent.loop.changes.Comparison;
import io.agentservice.server.agent.loop.changes.PatchForm;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.server.engine.machine.MachineLostException;
import java.time.InstantSource;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/** Asks git on a machine that is connected to this server. */
final class MachineChanges {
  private static final String SCRIPT = "script";

  /** Patches that are read from machines at a time: each is in memory as a whole. */
  private static final int PATCHES = 4;

  private final Function<SessionId, Redactor> redactors;
  private final InstantSource clock;
  private final Semaphore patches = new Semaphore(PATCHES);

  MachineChanges(Function<SessionId, Redactor> redactors, InstantSource clock) {
    this.redactors = redactors;
    this.clock = clock;
  }

  /** What a question is about. */
  record About(Comparison comparison, PatchForm form) {
    String json() {
      return Json.MAPPER.writeValueAsString(this);
    }
  }

  /** As {@link io.agentservice.server.agent.desk.MachineAnswers}. */
  MachineAnswer answer(SessionId session, Machine machine, MachineQuestion question)
      throws InterruptedException {
    if (!machine.hello().capabilities().contains(SCRIPT)) {
      return MachineAnswer.AWAY; // its walls have holes, so it carries out nothing
    }
    var about = Json.MAPPER.readValue(question.about(), About.class);
    var comparing = new Comparing(session, machine, about.comparison());
    try {
      return switch (question.kind()) {
        case CHANGES -> list(session, comparing);
        case PATCH -> patch(session, comparing, about.form());
        case LIST, READ -> throw new IllegalArgumentException("not of changes");
      };
    } catch (MachineLostException _) {
      return MachineAnswer.AWAY;
    } catch (ComparisonException e) {
      return MachineAnswer.refused(
          switch (e.trouble()) {
            case FAILED -> "git_failed";
            case NO_GIT -> "no_git";
            case NOT_THERE -> "not_there";
            case TOO_LARGE -> "patch_too_large";
          },
          "");
    }
  }

  private MachineAnswer list(SessionId session, Comparing comparing) throws ComparisonException {
    var redactor = redactors.apply(session);
    var list = ChangeList.live(comparing.list(), clock.instant(), redactor::mask);
    return MachineAnswer.of(Json.MAPPER.writeValueAsBytes(list));
  }

  private MachineAnswer patch(SessionId session, Comparing comparing, PatchForm form)
      throws ComparisonException, InterruptedException {
    var bytes = comparing.patch(form, redactors.apply(session), patches);
    return bytes == null ? MachineAnswer.SLOW : MachineAnswer.of(bytes);
  }
}
