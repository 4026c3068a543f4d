package io.agentservice.worker.doctor;

import io.agentservice.worker.process.RunAs;
import io.agentservice.worker.sandbox.Isolation;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Whom sessions run as. */
final class UserChecks {
  private UserChecks() {}

  static Finding runAs(Subject subject) {
    var words = subject.runAs();
    if (words == null) {
      return isRoot(subject)
          ? Finding.warning(
              "Sessions run as root and can do everything on this machine",
              "Give them a user of their own with --run-as")
          : Finding.ok("sessions run as the worker's user and can do what it can");
    }
    try {
      var user = RunAs.of(words);
      var fault = fault(subject, user);
      return fault == null
          ? Finding.ok("sessions run as " + user.name())
          : Finding.problem("--run-as: " + fault, "Give the user a way to its directories");
    } catch (IOException | IllegalArgumentException e) {
      return Finding.problem(
          String.valueOf(e.getMessage()), "Correct --run-as, or leave it out as an ordinary user");
    }
  }

  static Finding sandbox(Subject subject) {
    var isolation = subject.remote().isolation();
    var sandbox = isolation.sandbox();
    if (sandbox != null) {
      return sandbox.separatesNetworks()
          ? Finding.ok(isolation.words())
          : Finding.warning(
              isolation.words()
                  + ", but have no networks of their own: those whose policy restricts theirs are left",
              "Let bwrap --unshare-net make network namespaces (docs/isolation.md)");
    }
    if (isolation.equals(Isolation.NONE)) {
      return Finding.ok("none: sessions can do what their user can; --sandbox=auto walls them in");
    }
    return isolation.required()
        ? Finding.problem(isolation.words(), "docs/isolation.md has the ways")
        : Finding.warning(isolation.words(), "docs/isolation.md has the ways");
  }

  private static @Nullable String fault(Subject subject, RunAs user) throws IOException {
    var data = subject.directories().data();
    for (var ours : List.of(data, subject.directories().cache())) {
      // Start lets the user through these themselves, and through all that is in the first.
      var above = Place.nearest(Objects.requireNonNullElse(ours.getParent(), ours));
      if (!above.startsWith(data) && !user.enters(above)) {
        return "%s can't enter %s".formatted(user.name(), above);
      }
    }
    return user.obstacle(subject.directories().work());
  }

  /** As the system says of the process. */
  private static boolean isRoot(Subject subject) {
    try (var lines = Files.lines(subject.process().resolve("status"))) {
      return lines.anyMatch(line -> line.matches("Uid:\\s+0\\b.*"));
    } catch (IOException _) {
      return false; // not Linux: there is no --run-as
    }
  }
}
