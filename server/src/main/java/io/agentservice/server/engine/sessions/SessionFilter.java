package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.http.Query;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which sessions a list wants (completions.md 7); an empty list or null: any.
 *
 * @param tagsAsked what it must have: each one tag or, where it has commas, several as its parts
 * @param viewer whose list it is: the {@link io.agentservice.server.base.auth.Principal#author
 *     author} of what he makes
 * @param userEmail address of the human who owns it, in any case
 */
public record SessionFilter(
    String accountId,
    List<String> orgIds,
    List<String> sessionIds,
    @Nullable Instant createdAfter,
    @Nullable Instant createdBefore,
    @Nullable Instant updatedAfter,
    @Nullable Instant updatedBefore,
    List<String> tagsAsked,
    @Nullable String playbookId,
    List<String> origins,
    @Nullable String scheduleId,
    List<String> userIds,
    List<String> serviceUserIds,
    @Nullable Boolean isArchived,
    @Nullable String category,
    List<String> repoNames,
    @Nullable String parentSessionId,
    List<String> statuses,
    String viewer,
    @Nullable String userEmail) {

  /** Tags that it must have. */
  public List<String> tags() {
    return tagsAsked.stream().filter(tag -> !isList(tag)).toList();
  }

  /** Texts with commas: it must have the whole as a tag, or all parts as tags. */
  public List<String> tagLists() {
    return tagsAsked.stream().filter(SessionFilter::isList).toList();
  }

  private static boolean isList(String tag) {
    return tag.contains(",") && Query.parts(tag).findAny().isPresent();
  }
}
