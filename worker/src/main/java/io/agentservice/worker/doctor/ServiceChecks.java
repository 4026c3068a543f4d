package io.agentservice.worker.doctor;

import io.agentservice.worker.binaries.Platform;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the service tells; it is called once for all of them. */
final class ServiceChecks {
  private static final Duration MOST_SKEW = Duration.ofSeconds(60);

  private @Nullable Visit visit;

  private Visit visit(Subject subject) {
    var made = visit;
    if (made == null) {
      made = Visit.to(subject);
      visit = made;
    }
    return made;
  }

  Finding api(Subject subject) {
    return visit(subject).finding();
  }

  Finding clock(Subject subject) {
    var serverTime = visit(subject).serverTime();
    if (serverTime == null) {
      return Finding.skipped("the service told no time");
    }
    var ahead = Duration.between(serverTime, subject.clock().instant());
    return ahead.abs().compareTo(MOST_SKEW) <= 0
        ? Finding.ok("agrees with the service's")
        : Finding.warning(
            "This machine's clock is %d s %s the service's"
                .formatted(ahead.abs().toSeconds(), ahead.isNegative() ? "behind" : "ahead of"),
            "Synchronize it (NTP); certificates and logs depend on it");
  }

  Finding outpost(Subject subject) {
    var wanted = subject.duty().outpost();
    if (wanted == null) {
      return subject.duty().session() != null
          ? Finding.ok("none is needed with --session")
          : Finding.warning(
              "No outpost is named", "Give --outpost: only on a terminal is one asked for");
    }
    var outposts = visit(subject).outposts();
    if (outposts == null) {
      return Finding.skipped("the service did not list its outposts");
    }
    var found =
        outposts.stream()
            .filter(o ->
                o.metadata().outpostId().equals(wanted) || o.spec().name().equalsIgnoreCase(wanted))
            .findFirst();
    if (found.isEmpty()) {
      return Finding.problem(
          "There is no outpost '" + wanted + "'", "`agent worker outpost list` shows them");
    }
    var spec = found.get().spec();
    var platform = Platform.current();
    if (platform.isEmpty()) {
      return Finding.problem("There is no remote binary for this kind of machine", null);
    }
    if (!platform.get().serves(spec.platform())) {
      return Finding.problem(
          "Outpost %s is for %s, this machine is %s"
              .formatted(
                  spec.name(),
                  Objects.requireNonNullElse(spec.platform(), "linux"),
                  platform.get().name()),
          "Serve another outpost here, or this one on another machine");
    }
    var allowed = spec.allowedOrgIds();
    if (allowed != null && nobody(allowed)) {
      return Finding.problem(
          "No organization may use outpost " + spec.name() + ": its allowed_org_ids names none",
          "Create it again with the organizations that may, or without the list for all");
    }
    return Finding.ok(
        "%s exists, %d waiting, %d claimed%s"
            .formatted(
                spec.name(),
                found.get().status().queueDepth(),
                found.get().status().activeClaims(),
                allowed == null ? "" : ", for " + allowed.size() + " organizations only"));
  }

  private static boolean nobody(List<String> organizations) {
    return organizations.stream().allMatch(String::isBlank);
  }
}
