package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.costs.AcuRates;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.context.playbooks.Playbook;
import io.agentservice.server.engine.queue.Queue.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is written of a new session (api-org.md 1.2). {@code rates} hold for all of its life. */
record SessionRows(AcuRates rates) {
  private static final int TITLE_LENGTH = 80;

  /** The row of a new session. */
  SessionSql.NewRow of(
      SessionId id,
      OrgId org,
      NewSession wanted,
      List<String> tags,
      String title,
      @Nullable Place place,
      Principal principal) {
    var playbook = wanted.playbook();
    return new SessionSql.NewRow(
        id,
        principal.accountId(),
        org,
        title,
        wanted.asUserId() == null ? principal.userId() : wanted.asUserId(),
        principal.serviceUserId(),
        playbook == null ? null : playbook.playbookId(),
        playbook == null ? null : text(playbook),
        wanted.childPlaybook(),
        wanted.schedule(),
        wanted.parent(),
        wanted.isAdvanced(),
        wanted.manner().mode(),
        wanted.manner().outputRequired(),
        wanted.manner().links(),
        schema(wanted),
        wanted.origin(),
        wanted.agentMode(),
        wanted.platform(),
        place == null ? null : place.outpostId(),
        wanted.resumable(),
        wanted.bypassApproval(),
        wanted.maxAcuLimit(),
        rates.machineSeconds(),
        rates.modelDollars(),
        wanted.model(),
        wanted.repos(),
        wanted.repos().stream().map(repo -> RepoName.of(repo).path()).toList(),
        tags,
        wanted.knowledgeIds(),
        wanted.secretIds(),
        principal.author(),
        wanted.older().snapshotId(),
        wanted.older().unlisted(),
        wanted.purpose().product());
  }

  private static String text(Playbook playbook) {
    return "%s\n\n%s".formatted(playbook.title(), playbook.body());
  }

  /** Its own, else that of its playbook. */
  private static @Nullable String schema(NewSession wanted) {
    var playbook = wanted.playbook();
    String own = wanted.structuredOutputSchema();
    return own != null || playbook == null ? own : playbook.structuredOutputSchema();
  }

  /** The beginning of its prompt. */
  static String titleOf(String prompt) {
    String line = prompt.strip().lines().findFirst().orElse("").strip();
    int length = Math.min(TITLE_LENGTH, line.codePointCount(0, line.length()));
    return line.substring(0, line.offsetByCodePoints(0, length));
  }
}
