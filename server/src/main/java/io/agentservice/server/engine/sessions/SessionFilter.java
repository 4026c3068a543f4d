package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.http.Query;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which sessions of a scope a list wants (completions.md 7); an empty list or null: any.
 *
 * @param orgIds of an account's list: of which organizations
 * @param tagsAsked what it must have: each one tag or, where it has commas, several as its parts
 * @param viewer whose list it is: the {@link io.agentservice.server.base.auth.Principal#author
 *     author} of what he makes
 * @param userEmail address of the human who owns it, in any case
 */
public record SessionFilter(
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

  private static final Set<String> LIVING = Set.of("NEW", "CLAIMED", "RUNNING", "RESUMING");

  /** For that viewer those of these organizations, archived or not, or both (null). */
  public static SessionFilter of(List<String> orgIds, @Nullable Boolean isArchived, String viewer) {
    var any = List.<String>of();
    return new SessionFilter(
        orgIds,
        any,
        null,
        null,
        null,
        null,
        any,
        null,
        any,
        null,
        any,
        any,
        isArchived,
        null,
        any,
        null,
        any,
        viewer,
        null);
  }

  /** Whether it is in the queue, or has no place yet: all that is neither asleep nor over is. */
  public boolean living() {
    return !statuses.isEmpty() && LIVING.containsAll(statuses);
  }

  /** Whether it has an error: whatever failed has one. */
  public boolean failed() {
    return statuses.equals(List.of("ERROR"));
  }

  /** Tags of which it must have one, whatever becomes of the lists: an index can find these. */
  public List<String> tagWords() {
    return tagLists().stream()
        .flatMap(list -> Stream.concat(Stream.of(list), Query.parts(list)))
        .distinct()
        .toList();
  }

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
