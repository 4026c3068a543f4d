package io.agentservice.e2e.history;

import io.agentservice.e2e.history.Checker.Promise;
import io.agentservice.e2e.history.Op.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** One holder at a time, and every answer to a claim or a release explained (fleet.md 3). */
final class ClaimRules {
  private final Promise promise;
  private final List<String> violations;

  ClaimRules(Promise promise, List<String> violations) {
    this.promise = promise;
    this.violations = violations;
  }

  /** A time in which the claimer held the entry for certain. */
  private record Hold(Op claim, long from, long until) {
    /** Whether all of the operation lies in it. */
    boolean covers(Op op) {
      return from <= op.begin() && op.end() <= until;
    }
  }

  /** The operations of one session. */
  private record Story(List<Op> claims, List<Op> releases, List<Op> terminations) {
    static Story of(List<Op> ops) {
      return new Story(of(ops, Kind.CLAIM), of(ops, Kind.RELEASE), of(ops, Kind.TERMINATE));
    }

    private static List<Op> of(List<Op> ops, Kind kind) {
      return ops.stream().filter(op -> op.kind() == kind).toList();
    }

    boolean mayHaveEnded(Op before) {
      return terminations.stream().anyMatch(op -> op.begin() <= before.end());
    }
  }

  void check(List<Op> ops) {
    var story = Story.of(ops);
    var holds =
        story.claims().stream()
            .filter(Op::ok)
            .map(claim -> hold(claim, story))
            .sorted(Comparator.comparingLong(Hold::from))
            .toList();
    oneHolder(holds);
    story
        .claims()
        .forEach(claim -> {
          if (claim.ok()) {
            deadline(claim, story);
            covered(claim, holds, "was granted");
          } else if (!claim.unknown()) {
            refusedClaim(claim, story);
          }
        });
    for (Op release : story.releases()) {
      if (release.ok()) {
        acceptedRelease(release, story);
        covered(release, holds, "was accepted");
      } else if (!release.unknown()) {
        refusedRelease(release, story);
      }
    }
  }

  private static Hold hold(Op claim, Story story) {
    long until = claim.seen().deadline();
    for (Op release : story.releases()) {
      if (release.acceptor().equals(claim.acceptor()) && release.end() > claim.begin()) {
        until = Math.min(until, release.begin());
      }
    }
    return new Hold(claim, claim.end(), until);
  }

  private void oneHolder(List<Hold> holds) {
    for (int i = 0; i < holds.size(); i++) {
      var one = holds.get(i);
      for (int j = i + 1; j < holds.size() && holds.get(j).from() < one.until(); j++) {
        var other = holds.get(j);
        if (other.until() > other.from()
            && !other.claim().acceptor().equals(one.claim().acceptor())) {
          violations.add(
              "two holders at once: " + one.claim().words() + " and " + other.claim().words());
        }
      }
    }
  }

  private void covered(Op op, List<Hold> holds, String what) {
    holds.stream()
        .filter(hold -> !hold.claim().acceptor().equals(op.acceptor()) && hold.covers(op))
        .findFirst()
        .ifPresent(hold ->
            violations.add(
                op.words() + " " + what + " while another held it: " + hold.claim().words()));
  }

  /** The deadline is a full claim time from the claim, and never before an earlier one. */
  private void deadline(Op claim, Story story) {
    long deadline = claim.seen().deadline();
    if (deadline + promise.resolution() < claim.begin() + promise.ttl()) {
      violations.add("the deadline is too near: " + claim.words());
    }
    if (deadline > claim.end() + promise.ttl()) {
      violations.add("the deadline is too far: " + claim.words());
    }
    if (!claim.acceptor().equals(claim.seen().acceptor())) {
      violations.add("granted to somebody else: " + claim.words());
    }
    story.claims().stream()
        .filter(earlier -> earlier.ok() && earlier.acceptor().equals(claim.acceptor()))
        .filter(earlier -> earlier.end() <= claim.begin() && earlier.seen().deadline() > deadline)
        .forEach(earlier ->
            violations.add(
                "the deadline went back from " + earlier.words() + " to " + claim.words()));
  }

  private void refusedClaim(Op claim, Story story) {
    boolean explained =
        switch (claim.result()) {
          case "claim_lost" ->
              story.claims().stream()
                  .anyMatch(other ->
                      !other.acceptor().equals(claim.acceptor()) && mayHold(other, claim, story));
          case "session_ended" ->
              story.mayHaveEnded(claim)
                  && story.claims().stream()
                      .anyMatch(own ->
                          own.acceptor().equals(claim.acceptor()) && mayHold(own, claim, story));
          case "entry_not_found" -> story.mayHaveEnded(claim);
          default -> false;
        };
    if (!explained) {
      violations.add("refused without a reason: " + claim.words());
    }
  }

  private void acceptedRelease(Op release, Story story) {
    boolean held =
        story.claims().stream()
            .anyMatch(
                own -> own.acceptor().equals(release.acceptor()) && mayHold(own, release, story));
    if (!held) {
      violations.add("released by somebody who can't have held it: " + release.words());
    }
  }

  private void refusedRelease(Op release, Story story) {
    boolean first =
        story.releases().stream()
            .noneMatch(other ->
                !other.equals(release)
                    && other.acceptor().equals(release.acceptor())
                    && other.begin() <= release.end());
    boolean held =
        story.claims().stream()
            .anyMatch(own ->
                own.ok()
                    && own.acceptor().equals(release.acceptor())
                    && own.end() <= release.begin()
                    && release.end() < own.seen().deadline());
    boolean explained =
        switch (release.result()) {
          case "not_claim_holder" -> !(first && held);
          case "entry_not_found" -> story.mayHaveEnded(release) && !(first && held);
          default -> false;
        };
    if (!explained) {
      violations.add("release refused without a reason: " + release.words());
    }
  }

  /** Whether the claim may have held at some time of the operation. */
  private boolean mayHold(Op claim, Op during, Story story) {
    if (claim.equals(during) || claim.begin() > during.end() || !(claim.ok() || claim.unknown())) {
      return false;
    }
    long until = claim.ok() ? claim.seen().deadline() + promise.resolution() : Ticks.NEVER;
    var ends = new ArrayList<Long>(List.of(until));
    if (claim.ok()) {
      story.releases().stream()
          .filter(release -> !release.equals(during) && release.ok())
          .filter(release -> release.acceptor().equals(claim.acceptor()))
          .filter(release -> release.begin() >= claim.end())
          .forEach(release -> ends.add(release.end()));
    }
    return ends.stream().allMatch(end -> end >= during.begin());
  }
}
