package io.agentservice.server.agent.loop.checkout;

import static java.util.Objects.requireNonNull;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.history.Repositories;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.RepositoryCheckout;
import io.agentservice.server.agent.loop.log.LoopEvent.RepositoryReady;
import io.agentservice.server.agent.loop.log.LoopEvent.RepositorySkipped;
import io.agentservice.server.agent.loop.log.LoopEvent.RepositoryUnavailable;
import io.agentservice.server.agent.loop.model.LiveOutput;
import io.agentservice.server.agent.loop.model.StopSwitch;
import io.agentservice.server.agent.loop.session.CheckoutPlan;
import io.agentservice.server.agent.loop.session.CheckoutPlan.Place;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.machine.Machine;
import io.agentservice.wire.frames.ToServer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Checks out what a session names and its machine does not have yet, one after the other. */
public final class Checkout {
  /** So often one is begun before a person is asked. */
  private static final int TRIES = 3;

  private static final long CLEANING_MILLIS = 60_000;

  private final SessionId session;
  private final Machine machine;
  private final Redactor redactor;
  private final LiveOutput live;
  private final StopSwitch stop;
  private final Consumer<List<LoopEvent>> log;

  /**
   * Of one session, on its machine.
   *
   * @param log writes events, and has the fold know them
   */
  public Checkout(
      SessionId session,
      Machine machine,
      Redactor redactor,
      LiveOutput live,
      StopSwitch stop,
      Consumer<List<LoopEvent>> log) {
    this.session = session;
    this.machine = machine;
    this.redactor = redactor;
    this.live = live;
    this.stop = stop;
    this.log = log;
  }

  /**
   * Has every repository there or given up; false when a person is asked about some.
   *
   * @param known of the log, to which this adds
   * @param title of the session, as far as the model may see it
   */
  public boolean run(CheckoutPlan plan, Repositories known, @Nullable String title) {
    var directories = Names.directories(plan.repositories());
    String branch = known.branch();
    if (branch == null || plan.isOfAnother(branch, session)) {
      branch =
          Names.branch(plan.branchPrefix(), session, title == null ? null : redactor.mask(title));
    }
    var failed = new ArrayList<RepositoryUnavailable>();
    for (var repository : plan.repositories()) {
      String name = repository.name();
      var place = repository.place();
      if (known.isSettled(name)) {
        continue;
      }
      if (place == null) {
        skip(name, "%s is not checked out: no host is named and no git permission covers it");
      } else if (known.isGivenUp(name)) {
        skip(name, "%s is not checked out: the user said to go on without it");
      } else {
        var directory = requireNonNull(directories.get(place), "each place has one");
        var start =
            new RepositoryCheckout(name, "", place.address(asksService()), directory, branch);
        if (checkOut(start, place, plan, known) instanceof RepositoryUnavailable trouble) {
          failed.add(trouble);
        }
      }
    }
    if (!failed.isEmpty()) {
      log.accept(List.of(new LoopEvent.Waiting(question(failed), null)));
    }
    return failed.isEmpty();
  }

  /** Whether the machine's git reaches the hosts of permissions through the service. */
  private boolean asksService() {
    return machine.hello().capabilities().contains("git");
  }

  private void skip(String name, String reason) {
    log.accept(List.of(new RepositorySkipped(name, reason.formatted(name))));
  }

  private static String question(List<RepositoryUnavailable> failed) {
    String reasons =
        failed.stream().map(RepositoryUnavailable::reason).collect(Collectors.joining("\n"));
    return "%s\nI have not begun. Answer \"%s\" to have me work without %s; after any other answer I try again."
        .formatted(reasons, Repositories.GO_ON, failed.size() == 1 ? "it" : "them");
  }

  private LoopEvent checkOut(
      RepositoryCheckout start, Place place, CheckoutPlan plan, Repositories known) {
    var begun = known.begun(start.repository());
    if (begun == null) {
      if (known.tries(start.repository()) >= TRIES) {
        return write(null, trouble(start, Trouble.MACHINE_STOPPED, "", List.of()));
      }
      begun = begin(start);
    }
    while (true) {
      var output = output(begun);
      var exited = exec(begun, CheckoutScript.of(begun, place, plan, session), plan, output);
      boolean lost = exited.outcome() == ToServer.Outcome.LOST;
      if (!lost || known.tries(start.repository()) >= TRIES) {
        if (exited.outcome() != ToServer.Outcome.EXITED) {
          cleanUp(begun);
        }
        return write(begun, result(begun, exited, output, place, plan));
      }
      machine.forget(List.of(begun.commandId()));
      begun = begin(start);
    }
  }

  private RepositoryCheckout begin(RepositoryCheckout start) {
    var begun =
        new RepositoryCheckout(
            start.repository(),
            Id.create(EventId.class).value(),
            start.address(),
            start.directory(),
            start.branch());
    log.accept(List.of(begun));
    return begun;
  }

  private CheckoutOutput output(RepositoryCheckout begun) {
    Consumer<String> shown = line -> live.toolOutput(session, begun.commandId(), line);
    return new CheckoutOutput(CheckoutScript.mark(begun), redactor, shown, System::nanoTime);
  }

  private ToServer.Exited exec(
      RepositoryCheckout begun, String script, CheckoutPlan plan, CheckoutOutput output) {
    long millis = plan.limit().toMillis();
    return stop.wait(() -> machine.exec(begun.commandId(), script, millis, output));
  }

  private LoopEvent.RepositoryEvent write(
      @Nullable RepositoryCheckout begun, LoopEvent.RepositoryEvent result) {
    log.accept(List.of(result));
    if (begun != null) {
      machine.forget(List.of(begun.commandId()));
    }
    return result;
  }

  /** What was cut off could not remove its half clone itself. */
  private void cleanUp(RepositoryCheckout begun) {
    String id = Id.create(EventId.class).value();
    String script = CheckoutScript.cleanUp(begun, session);
    stop.wait(() -> machine.exec(id, script, CLEANING_MILLIS, (_, _) -> {}));
    machine.forget(List.of(id));
  }

  private LoopEvent.RepositoryEvent result(
      RepositoryCheckout begun,
      ToServer.Exited exited,
      CheckoutOutput output,
      Place place,
      CheckoutPlan plan) {
    var how = output.told("ready");
    var directory = output.told("directory");
    if (how != null && directory != null) {
      return new RepositoryReady(
          begun.repository(),
          absolute(directory),
          output.told("branch"),
          output.told("commit"),
          how.equals("cloned"),
          output.notes());
    }
    return switch (exited.outcome()) {
      case TIMED_OUT, KILLED ->
          trouble(begun, Trouble.TIMED_OUT, Long.toString(plan.limit().toSeconds()), output.said());
      case NOT_STARTED -> trouble(begun, Trouble.NO_SHELL, "", output.said());
      case LOST -> trouble(begun, Trouble.MACHINE_STOPPED, "", output.said());
      case EXITED -> trouble(begun, output, place.permitted());
    };
  }

  private RepositoryUnavailable trouble(
      RepositoryCheckout begun, CheckoutOutput output, boolean permitted) {
    var said = output.said();
    return switch (String.valueOf(output.told("failed"))) {
      case "no_git" -> trouble(begun, Trouble.NO_GIT, "", List.of());
      case "no_right_to_write" -> trouble(begun, Trouble.NO_RIGHT_TO_WRITE, "", List.of());
      case "ref_not_found" -> trouble(begun, Trouble.REF_NOT_FOUND, "", List.of());
      case "name_taken" -> trouble(begun, Trouble.NAME_TAKEN, begun.directory(), List.of());
      default -> {
        var trouble = Trouble.of(said);
        boolean askedNobody = trouble == Trouble.SIGN_IN && permitted && !asksService();
        yield trouble(begun, askedNobody ? Trouble.REMOTE_TOO_OLD : trouble, "", said);
      }
    };
  }

  private static RepositoryUnavailable trouble(
      RepositoryCheckout begun, Trouble trouble, String what, List<String> said) {
    String reason =
        "%s could not be checked out: %s.".formatted(begun.repository(), trouble.words(what, said));
    return new RepositoryUnavailable(begun.repository(), trouble.code(), reason);
  }

  /** A path as the script gives it, relative to the working directory or not. */
  private String absolute(String path) {
    String cwd = machine.hello().cwd();
    if (path.equals(".")) {
      return cwd;
    }
    boolean windows = machine.hello().platform().equals("windows");
    return path.startsWith("./") ? cwd + (windows ? "\\" : "/") + path.substring(2) : path;
  }
}
