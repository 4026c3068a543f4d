package io.agentservice.server.engine.sessions.parts;

import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.context.playbooks.Playbook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a session is to do (api-org.md 1.2).
 *
 * @param title null until creation: the prompt's beginning
 * @param tags sorted; none until creation: the organization's default
 * @param repos as given; compared as {@link RepoName}
 * @param knowledgeIds notes that it may read; null: all
 * @param playbookText title and body at creation
 * @param structuredOutputSchema JSON
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
    return with(other, tags, repos);
  }

  /** The same with those tags. */
  public Task tagged(List<String> others) {
    return with(title, others, repos);
  }

  /** The same in those repositories. */
  public Task in(List<String> others) {
    return with(title, tags, others);
  }

  /** The same of that model; null: the server's default. */
  public Task asking(@Nullable String other) {
    return new Task(
        title,
        tags,
        repos,
        knowledgeIds,
        playbookId,
        playbookText,
        structuredOutputSchema,
        agentMode,
        other);
  }

  private Task with(@Nullable String ownTitle, List<String> ownTags, List<String> ownRepos) {
    return new Task(
        ownTitle,
        ownTags,
        ownRepos,
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
