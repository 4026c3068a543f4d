package io.agentservice.server.engine.sessions.parts;

import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.context.playbooks.Playbook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a session is to do, beside its prompt, and what it is told for it (api-org.md 1.2).
 *
 * @param title null before it is created: the beginning of its prompt
 * @param tags sorted; none before it is created: the organization's own one if it has one
 * @param repos as they were given; by what they are compared is a {@link RepoName}
 * @param knowledgeIds notes that it may read; null: all of its organization
 * @param playbookText title and body of its playbook as they were when it was created
 * @param structuredOutputSchema JSON as text
 */
public record Task(
    @Nullable String title,
    List<String> tags,
    List<String> repos,
    @Nullable List<String> knowledgeIds,
    @Nullable PlaybookId playbookId,
    @Nullable String playbookText,
    @Nullable String structuredOutputSchema,
    @Nullable String agentMode,
    @Nullable String model) {
  private static final int TITLE_LENGTH = 80;

  /** Nothing but the prompt. */
  public static final Task PLAIN =
      new Task(null, List.of(), List.of(), null, null, null, null, null, null);

  public Task {
    tags = List.copyOf(tags);
    repos = List.copyOf(repos);
  }

  /** The title of a session that was given none: the beginning of its prompt. */
  public static String titleOf(String prompt) {
    String line = prompt.strip().lines().findFirst().orElse("").strip();
    int length = Math.min(TITLE_LENGTH, line.codePointCount(0, line.length()));
    return line.substring(0, line.offsetByCodePoints(0, length));
  }

  /** The same with that title. */
  public Task titled(String other) {
    return new Task(
        other,
        tags,
        repos,
        knowledgeIds,
        playbookId,
        playbookText,
        structuredOutputSchema,
        agentMode,
        model);
  }

  /** The same with those tags. */
  public Task tagged(List<String> others) {
    return new Task(
        title,
        others,
        repos,
        knowledgeIds,
        playbookId,
        playbookText,
        structuredOutputSchema,
        agentMode,
        model);
  }

  /** The same in those repositories. */
  public Task in(List<String> others) {
    return new Task(
        title,
        tags,
        others,
        knowledgeIds,
        playbookId,
        playbookText,
        structuredOutputSchema,
        agentMode,
        model);
  }

  /** The same with a copy of that playbook, whose schema holds unless it has its own. */
  public Task by(@Nullable Playbook playbook) {
    return playbook == null
        ? this
        : new Task(
            title,
            tags,
            repos,
            knowledgeIds,
            playbook.playbookId(),
            "%s\n\n%s".formatted(playbook.title(), playbook.body()),
            structuredOutputSchema == null
                ? playbook.structuredOutputSchema()
                : structuredOutputSchema,
            agentMode,
            model);
  }

  /** By what its repositories are compared. */
  public List<String> repoPaths() {
    return repos.stream().map(repo -> RepoName.of(repo).path()).toList();
  }
}
