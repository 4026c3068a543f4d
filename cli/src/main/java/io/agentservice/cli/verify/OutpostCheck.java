package io.agentservice.cli.verify;

import io.agentservice.client.AgentClient;
import io.agentservice.wire.fleet.Outpost;
import io.agentservice.worker.doctor.Finding;
import java.util.List;

/** The queues that workers serve. */
final class OutpostCheck {
  private final AgentClient client;
  private List<Outpost> outposts = List.of();

  OutpostCheck(AgentClient client) {
    this.client = client;
  }

  Finding examine() {
    outposts = client.fleet().outposts();
    var left =
        outposts.stream()
            .filter(o -> o.status().queueDepth() > 0 && o.status().activeClaims() == 0)
            .map(o -> "%s (%d)".formatted(o.spec().name(), o.status().queueDepth()))
            .toList();
    if (outposts.isEmpty()) {
      return Finding.warning("There is none", "`agent worker outpost create NAME` makes one");
    }
    var old =
        outposts.stream()
            .map(o -> o.spec().name())
            .filter(name -> name.startsWith(EventCheck.PREFIX))
            .toList();
    if (!old.isEmpty()) {
      return Finding.warning(
          "Trials have left some, or go on: " + String.join(", ", old),
          "`agent worker outpost delete` removes them");
    }
    return left.isEmpty()
        ? Finding.ok("%d, and nobody waits where nobody serves".formatted(outposts.size()))
        : Finding.warning(
            "Sessions wait where no worker holds any: " + String.join(", ", left),
            "Start a worker: `agent worker start --outpost=NAME`");
  }

  /** Names of those that the organization may use, but for leftovers of a trial. */
  List<String> of(String org) {
    return outposts.stream()
        .map(Outpost::spec)
        .filter(spec -> spec.allowedOrgIds() == null || spec.allowedOrgIds().contains(org))
        .map(Outpost.Spec::name)
        .filter(name -> !name.startsWith(EventCheck.PREFIX))
        .toList();
  }
}
