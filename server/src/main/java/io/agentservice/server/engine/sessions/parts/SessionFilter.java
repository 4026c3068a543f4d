package io.agentservice.server.engine.sessions.parts;

import io.agentservice.server.base.http.requests.Query;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A list's filter (completions.md 7); empty and null: any.
 *
 * @param orgIds of an account's list
 * @param viewer the {@link io.agentservice.server.base.auth.Principal#author author} of what its
 *     reader makes
 */
public record SessionFilter(
    List<String> orgIds,
    List<String> sessionIds,
    Period created,
    Period updated,
    Tags tags,
    List<String> repoNames,
    Maker maker,
    Owner owner,
    State state,
    Search search,
    String viewer) {

  /** From a moment on, and before another. */
  public record Period(@Nullable Instant after, @Nullable Instant before) {
    static final Period ANY = new Period(null, null);
  }

  /** By what it was made. */
  public record Maker(
      List<String> origins,
      @Nullable String playbookId,
      @Nullable String scheduleId,
      @Nullable String parentSessionId) {
    public static final Maker ANY = new Maker(List.of(), null, null, null);
  }

  /** Whose it is; {@code userEmail}: address of the human, in any case. */
  public record Owner(
      List<String> userIds, List<String> serviceUserIds, @Nullable String userEmail) {
    public static final Owner ANY = new Owner(List.of(), List.of(), null);

    /** One of these humans. */
    public static Owner of(List<String> userIds) {
      return new Owner(userIds, List.of(), null);
    }
  }

  /** How it stands; {@code asks}: whether it waits for a person's answer. */
  public record State(
      List<String> statuses,
      List<String> details,
      @Nullable Boolean asks,
      @Nullable Boolean isArchived,
      @Nullable String category) {
    private static final Set<String> LIVING = Set.of("NEW", "CLAIMED", "RUNNING", "RESUMING");
    private static final Set<String> OF_LIVING =
        Set.of("WORKING", "WAITING_FOR_USER", "WAITING_FOR_APPROVAL");

    public static final State ANY = new State(List.of(), List.of(), null, null, null);

    /** In sight or out of it. */
    public static State archived(boolean archived) {
      return new State(List.of(), List.of(), null, archived, null);
    }

    /** Those that wait for a person. */
    public static State asking() {
      return new State(List.of(), List.of(), true, null, null);
    }

    /** Whether it is in the queue, or has no place yet: all that is neither asleep nor over is. */
    public boolean living() {
      return (!statuses.isEmpty() && LIVING.containsAll(statuses))
          || (!details.isEmpty() && OF_LIVING.containsAll(details));
    }

    /** Whether it has an error: whatever failed has one. */
    public boolean failed() {
      return statuses.equals(List.of("ERROR"));
    }
  }

  /**
   * What people remember of it, in one organization.
   *
   * @param words begin words of its title, of the first line of its prompt or of its tags
   * @param pullRequest address of one of its pull requests
   */
  public record Search(@Nullable String words, @Nullable String pullRequest) {
    public static final Search ANY = new Search(null, null);

    /** By a text that somebody typed: an address is that of a pull request. */
    public static Search of(String text) {
      return text.startsWith("https://") || text.startsWith("http://")
          ? new Search(null, text.replaceFirst("[?#].*", "").replaceFirst("/+$", ""))
          : new Search(text, null);
    }
  }

  /** What it must have: each {@code asked} is one tag or, where it has commas, several. */
  public record Tags(List<String> asked) {
    static final Tags ANY = new Tags(List.of());

    /** Of which it must have one, whatever becomes of the lists: an index can find these. */
    public List<String> words() {
      return lists().stream()
          .flatMap(list -> Stream.concat(Stream.of(list), Query.parts(list)))
          .distinct()
          .toList();
    }

    /** Tags that it must have. */
    public List<String> all() {
      return asked.stream().filter(tag -> !isList(tag)).toList();
    }

    /** Texts with commas: it must have the whole as a tag, or all parts as tags. */
    public List<String> lists() {
      return asked.stream().filter(Tags::isList).toList();
    }

    private static boolean isList(String tag) {
      return tag.contains(",") && Query.parts(tag).findAny().isPresent();
    }
  }

  /** For that viewer all. */
  public static SessionFilter any(String viewer) {
    return new SessionFilter(
        List.of(),
        List.of(),
        Period.ANY,
        Period.ANY,
        Tags.ANY,
        List.of(),
        Maker.ANY,
        Owner.ANY,
        State.ANY,
        Search.ANY,
        viewer);
  }

  /** The same of these organizations. */
  public SessionFilter of(List<String> orgs) {
    return new SessionFilter(
        orgs, sessionIds, created, updated, tags, repoNames, maker, owner, state, search, viewer);
  }

  /** The same with these tags. */
  public SessionFilter with(Tags other) {
    return new SessionFilter(
        orgIds,
        sessionIds,
        created,
        updated,
        other,
        repoNames,
        maker,
        owner,
        state,
        search,
        viewer);
  }

  /** The same of this owner. */
  public SessionFilter with(Owner other) {
    return new SessionFilter(
        orgIds, sessionIds, created, updated, tags, repoNames, maker, other, state, search, viewer);
  }

  /** The same that stand so. */
  public SessionFilter with(State other) {
    return new SessionFilter(
        orgIds, sessionIds, created, updated, tags, repoNames, maker, owner, other, search, viewer);
  }
}
