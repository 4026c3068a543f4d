package io.agentservice.server.context.knowledge;

import io.agentservice.server.base.audit.AuditTrail;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Belongings;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Place;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.http.requests.Patch;
import io.agentservice.server.base.ids.FolderId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.NoteId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.repositories.RepoName;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

public final class Notes {
  private static final int MOST_IN_A_SESSION = 200;

  private static final AuditTrail<Note> AUDIT =
      AuditTrail.of("knowledge", "edit", Note::orgId)
          .naming("note_id", Note::noteId)
          .naming("name", Note::name)
          .naming("access_type", Note::accessType)
          .changing("name", Note::name)
          .changingLength("body", Note::body)
          .changingLength("trigger", Note::trigger)
          .changing("folder_id", Note::folderId)
          .changing("is_enabled", Note::isEnabled)
          .changing("macro", Note::macro)
          .changing("pinned_repo", Note::pinnedRepo);

  private final Database database;

  public Notes(Database database) {
    this.database = database;
  }

  public Listing<Note> list(Scope scope, NoteFilter filter) {
    return new Listing<>(
        window ->
            database.with(
                NoteSql.class,
                sql -> {
                  int size = Rows.fitting(sql.sizes(scope, filter, window), window.size());
                  return Rows.of(sql.list(scope, filter, window.ofSize(size)), size);
                }),
        most -> database.with(NoteSql.class, sql -> sql.count(scope, filter, most)),
        note -> new Place(note.createdAt(), note.noteId().value()));
  }

  /** The note; 404 when the scope may not read it. */
  public Note get(Scope scope, NoteId id) {
    return find(scope, id).orElseThrow(Notes::noSuchNote);
  }

  /** The note, if there is one that the scope may read. */
  public Optional<Note> find(Scope scope, NoteId id) {
    return database.with(NoteSql.class, sql -> sql.find(scope, id));
  }

  /** 404 when it is not the scope's own, which alone can be written there. */
  public void checkOwn(Scope scope, NoteId id) {
    if (!database.with(NoteSql.class, sql -> sql.owns(scope, id))) {
      throw noSuchNote();
    }
  }

  /** Those of the ids that are notes which the scope may read. */
  public Set<String> known(Scope scope, List<String> ids) {
    return ids.isEmpty() ? Set.of() : database.with(NoteSql.class, sql -> sql.known(scope, ids));
  }

  /**
   * At most 200 enabled notes for a session, its repositories' first, then the newest, none pinned
   * elsewhere. Null {@code ids}: all. {@code characters} cuts bodies.
   */
  public List<Note> fitting(
      Scope scope, @Nullable List<String> ids, List<String> repos, int characters) {
    var names = repos.stream().map(RepoName::of).toList();
    var hosts = names.stream().map(name -> Objects.requireNonNullElse(name.host(), "")).toList();
    var paths = names.stream().map(RepoName::path).toList();
    return database.with(
        NoteSql.class, sql -> sql.fitting(scope, ids, hosts, paths, characters, MOST_IN_A_SESSION));
  }

  /** Creates one; 422 when its folder is not the organization's; see {@link #replace}. */
  public Note create(Scope scope, NoteDraft draft, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(NoteSql.class);
      var id = Id.create(NoteId.class);
      holdFolder(sql, scope.orgId(), draft);
      sql.insert(id, scope.accountId(), scope.orgId(), content(draft, null));
      var note = sql.find(scope, id).orElseThrow();
      AUDIT.created(tx, caller, note);
      return note;
    });
  }

  /**
   * Replaces what the draft has (completions.md 4). 404; 422 for an unknown folder; 400 {@code
   * folder_not_allowed} in the enterprise.
   */
  public Note replace(Scope scope, NoteId id, NoteDraft draft, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(NoteSql.class);
      var before = sql.lock(scope, id).orElseThrow(Notes::noSuchNote);
      holdFolder(sql, before.orgId(), draft);
      sql.update(scope, id, content(draft, before));
      var note = sql.find(scope, id).orElseThrow();
      AUDIT.updated(tx, caller, before, note);
      return note;
    });
  }

  /** Deletes one and answers what it was. */
  public Note delete(Scope scope, NoteId id, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(NoteSql.class);
      var note = sql.lock(scope, id).orElseThrow(Notes::noSuchNote);
      sql.delete(scope, id);
      AUDIT.deleted(tx, caller, note);
      return note;
    });
  }

  private static void holdFolder(NoteSql sql, @Nullable OrgId org, NoteDraft draft) {
    if (!(draft.folder() instanceof Patch.Set<FolderId>(FolderId folder))) {
      return;
    }
    if (org == null) {
      throw Problem.badRequest(
              "folder_not_allowed",
              "A note of the enterprise is in no folder",
              "Leave folder_id out, or write the note in an organization")
          .exception();
    }
    if (sql.holdFolder(org, folder).isEmpty()) {
      throw Problem.invalid(
              new Failure(
                  List.of("body", "folder_id"),
                  "No such folder in this organization",
                  "unknown_reference"))
          .exception();
    }
  }

  /** {@code before} is null for a new note. */
  private static NoteSql.Content content(NoteDraft draft, @Nullable Note before) {
    var repo = draft.pinnedRepo().overNullable(before == null ? null : before.pinnedRepo());
    var pinned = repo == null ? null : RepoName.of(repo);
    return new NoteSql.Content(
        text(draft.name(), before == null ? "" : before.name()),
        text(draft.body(), before == null ? "" : before.body()),
        text(draft.trigger(), before == null ? "" : before.trigger()),
        draft.folder().overNullable(before == null ? null : before.folderId()),
        draft.isEnabled().over(before == null || before.isEnabled(), true),
        draft.macro().overNullable(before == null ? null : before.macro()),
        repo,
        pinned == null ? null : pinned.host(),
        pinned == null ? null : pinned.path());
  }

  private static String text(Patch<String> draft, String present) {
    return draft.over(present, present);
  }

  private static RuntimeException noSuchNote() {
    return Problem.notFound("note").exception();
  }

  public Belongings.Left erase(Tx tx, OrgId org) {
    return Belongings.Left.after(tx.on(NoteSql.class).erase(org, Belongings.MOST));
  }
}
