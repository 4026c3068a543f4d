package io.agentservice.cli.workplace;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.worker.settings.Workspaces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A checkout of its own for each session of {@code agent up}, beside the user's. What came of it is
 * left as a branch whenever the session sleeps or ends, and gone on with when it wakes.
 *
 * @param directory the user's
 * @param places holds the checkouts
 * @param title what a session is called
 * @param tell gets a line for each branch, and for what hinders one
 */
public record SideWorkspaces(
    Path directory, Path places, UnaryOperator<String> title, Consumer<String> tell)
    implements Workspaces {
  private static final int SHORT = 12;

  @Override
  public Path enter(String sessionId) throws NoWorkspaceException {
    try {
      var side = checkout(sessionId);
      long leftOut = side.leftOut();
      if (leftOut > 0) {
        tell.accept(
            "%s works on %s without %d changed or new files of %s, which are not committed"
                .formatted(name(sessionId), branch(sessionId), leftOut, directory));
      }
      return side.directory();
    } catch (CommandFailure e) {
      throw new NoWorkspaceException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public void leave(String sessionId) {
    if (!Files.isDirectory(place(sessionId).resolve(".git"))
        || LeftCheckouts.holdsIgnoredOnly(place(sessionId))) {
      return;
    }
    try {
      var taken = checkout(sessionId).take(title.apply(sessionId));
      if (taken.changed()) {
        tell.accept(
            "%s: its work is in the branch %s".formatted(name(sessionId), branch(sessionId)));
      }
      if (taken.remark() != null) {
        tell.accept("%s: %s".formatted(name(sessionId), taken.remark()));
      }
    } catch (CommandFailure e) {
      tell.accept("%s: %s".formatted(name(sessionId), e.getMessage()));
    }
  }

  private SideCheckout checkout(String sessionId) {
    return SideCheckout.make(directory, place(sessionId), branch(sessionId), true);
  }

  private Path place(String sessionId) {
    return places.resolve(digits(sessionId) + ".checkout");
  }

  private static String name(String sessionId) {
    return "session " + digits(sessionId);
  }

  /** The branch of a session: named by its last digits, for the first ones tell the time. */
  static String branch(String sessionId) {
    var digits = digits(sessionId);
    return "agent/" + digits.substring(Math.max(0, digits.length() - SHORT));
  }

  private static String digits(String sessionId) {
    return sessionId.substring(sessionId.lastIndexOf('-') + 1);
  }
}
