package io.agentservice.cli.workplace;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.terminal.Output;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the agent of a run works: the user's directory itself, or a checkout beside it whose result
 * becomes a branch. Knows what was changed there.
 */
public final class Workplace {
  private final Path directory;
  private final @Nullable SideCheckout side;
  private final @Nullable Snapshots snapshots;
  private final Snapshots.@Nullable Moment before;
  private final String whyNoDiff;
  private @Nullable String atTheEnd;
  private boolean left;
  private boolean branched;
  private @Nullable String remark;

  private Workplace(
      Path directory,
      @Nullable SideCheckout side,
      @Nullable Snapshots snapshots,
      String whyNoDiff) {
    this.directory = directory;
    this.side = side;
    this.snapshots = snapshots;
    this.before = snapshots == null ? null : snapshots.take();
    this.whyNoDiff = whyNoDiff;
  }

  /**
   * The directory itself.
   *
   * @param data for what is kept while the agent works; not made yet
   * @param output is told when git could be of use and is not
   */
  public static Workplace inPlace(Path directory, Path data, Output output) {
    return switch (GitLook.at(directory)) {
      case GitLook.Repository repository ->
          new Workplace(directory, null, Snapshots.of(repository, data), "");
      case GitLook.None none -> {
        if (none.hint() != null) {
          output.tell("agent: " + none.why() + "; hint: " + none.hint());
        }
        yield new Workplace(directory, null, null, none.why());
      }
    };
  }

  /**
   * A checkout beside it.
   *
   * @param checkout its place
   * @param again whether an earlier run left the branch
   */
  public static Workplace beside(
      Path directory, Path data, Path checkout, String branch, boolean again, Output output) {
    if (GitLook.at(directory) instanceof GitLook.None none) {
      throw CommandFailure.usage(none.why(), none.hint());
    }
    var side = SideCheckout.make(directory, checkout, branch, again);
    long leftOut = side.leftOut();
    if (leftOut > 0) {
      output.tell(
          "agent: %d changed or new files of %s are not committed, so the agent does not see them"
              .formatted(leftOut, directory));
    }
    var there = side.directory();
    return GitLook.at(there) instanceof GitLook.Repository repository
        ? new Workplace(there, side, Snapshots.of(repository, data), "")
        : new Workplace(there, side, null, "git does not find the checkout " + there);
  }

  /** Where commands run. */
  public Path directory() {
    return directory;
  }

  /** What git reads of the user's repository there. */
  public List<Path> borrowed() {
    return side == null ? List.of() : ObjectStores.of(side.of());
  }

  /**
   * What was changed from the beginning until this was asked for the first time, as a unified diff;
   * empty when git can't tell.
   */
  public Optional<String> diff() {
    if (atTheEnd == null && snapshots != null && before != null) {
      atTheEnd = snapshots.diff(before, snapshots.take());
    }
    return Optional.ofNullable(atTheEnd);
  }

  /** Why there is no diff. */
  public String whyNoDiff() {
    return whyNoDiff;
  }

  /**
   * Leaves what was done as a branch, when it was done beside the user's checkout, which is gone
   * then; does nothing the second time.
   *
   * @param subject of the commit
   */
  public void leave(String subject) {
    if (side != null && !left) {
      left = true;
      var taken = side.take(subject);
      branched = taken.changed();
      remark = taken.remark();
    }
  }

  /** The branch that holds the result; empty without one. */
  public Optional<String> branch() {
    return side != null && branched ? Optional.of(side.branch()) : Optional.empty();
  }

  /** What is kept beside the branch, and where; empty when that is nothing. */
  public Optional<String> remark() {
    return Optional.ofNullable(remark);
  }
}
