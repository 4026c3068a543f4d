package io.agentservice.server.knowledge;

import io.agentservice.server.audit.Audit;
import io.agentservice.server.audit.Changes;
import io.agentservice.server.auth.Caller;
import io.agentservice.server.db.Database;
import io.agentservice.server.db.Tx;
import io.agentservice.server.http.Patch;
import io.agentservice.server.http.Rows;
import io.agentservice.server.http.Window;
import io.agentservice.server.ids.AccountId;
import io.agentservice.server.ids.FolderId;
import io.agentservice.server.ids.NoteId;
import io.agentservice.server.ids.OrgId;
import io.agentservice.server.problems.Failure;
import io.agentservice.server.problems.Problem;
import io.agentservice.server.repositories.RepoName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An organization's notes; a note of another one is as if it did not exist. */
public final class Notes {
  private static final int MOST_IN_A_SESSION = 200;

  private final Database database;

  /** Holds nothing but the database. */
  public Notes(Database database) {
    this.database = database;
  }

  /** Matching notes, newest first. */
  public Rows<Note> list(NoteFilter filter, Window window) {
    return database.with(
        NoteSql.class,
        sql -> {
          int size = Rows.fitting(sql.sizes(filter, window), window.size());
          return Rows.of(sql.list(filter, window.ofSize(size)), size);
        });
  }

  /** How many match; counting ends at {@code most}. */
  public long count(NoteFilter filter, long most) {
    return database.with(NoteSql.class, sql -> sql.count(filter, most));
  }

  /** The note; 404 when it is neither the organization's nor its enterprise's. */
  public Note get(AccountId account, OrgId org, NoteId id) {
    return database
        .with(NoteSql.class, sql -> sql.findReadable(account.value(), org.value(), id))
        .orElseThrow(Notes::noSuchNote);
  }

  /** 404 when it is not the organization's own, which alone can be written there. */
  void checkOwn(OrgId org, NoteId id) {
    if (database.with(NoteSql.class, sql -> sql.find(org.value(), id)).isEmpty()) {
      throw noSuchNote();
    }
  }

  /** Those of the ids that are notes of the organization or of its enterprise. */
  public Set<String> known(AccountId account, OrgId org, List<String> ids) {
    return ids.isEmpty()
        ? Set.of()
        : database.with(NoteSql.class, sql -> sql.known(account.value(), org.value(), ids));
  }

  /**
   * What a session of the organization should know: enabled notes, those pinned to it first, then
   * the newest, at most 200. A note pinned to another repository, or on another host than the
   * session says, is none of them.
   *
   * @param ids the notes to choose from; null: all
   * @param characters the longest body; of longer ones only their beginning is read
   */
  public List<Note> fitting(
      AccountId account,
      OrgId org,
      @Nullable List<String> ids,
      List<String> repos,
      int characters) {
    var names = repos.stream().map(RepoName::of).toList();
    var hosts = names.stream().map(name -> Objects.requireNonNullElse(name.host(), "")).toList();
    var paths = names.stream().map(RepoName::path).toList();
    return database.with(
        NoteSql.class,
        sql ->
            sql.fitting(
                account.value(), org.value(), ids, hosts, paths, characters, MOST_IN_A_SESSION));
  }

  /** Creates one; 422 when its folder is not the organization's. */
  public Note create(OrgId org, NoteDraft draft, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(NoteSql.class);
      var id = NoteId.create();
      holdFolder(sql, org, draft);
      var content = content(draft, null, true, null);
      sql.insert(id, caller.principal().accountId().value(), org.value(), content);
      var note = sql.find(org.value(), id).orElseThrow();
      audit(tx, caller, "create_knowledge", org, note, null);
      return note;
    });
  }

  /** Writes one anew; optional fields that are absent stay (completions.md 4). */
  public Note replace(OrgId org, NoteId id, NoteDraft draft, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(NoteSql.class);
      var before = sql.lock(org.value(), id).orElseThrow(Notes::noSuchNote);
      holdFolder(sql, org, draft);
      sql.update(id, content(draft, before.folderId(), before.isEnabled(), before.pinnedRepo()));
      var note = sql.find(org.value(), id).orElseThrow();
      audit(tx, caller, "edit_knowledge", org, note, changes(before, note));
      return note;
    });
  }

  /** Deletes one and answers what it was. */
  public Note delete(OrgId org, NoteId id, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(NoteSql.class);
      var note = sql.lock(org.value(), id).orElseThrow(Notes::noSuchNote);
      sql.delete(id);
      audit(tx, caller, "delete_knowledge", org, note, null);
      return note;
    });
  }

  private static void holdFolder(NoteSql sql, OrgId org, NoteDraft draft) {
    boolean unknown =
        draft.folder() instanceof Patch.Set<FolderId>(FolderId folder)
            && sql.holdFolder(org.value(), folder).isEmpty();
    if (unknown) {
      throw Problem.invalid(
              new Failure(
                  List.of("body", "folder_id"),
                  "No such folder in this organization",
                  "unknown_reference"))
          .exception();
    }
  }

  private static NoteSql.Content content(
      NoteDraft draft, @Nullable String folderId, boolean isEnabled, @Nullable String pinnedRepo) {
    var present = folderId == null ? null : new FolderId(folderId);
    var folder = draft.folder().overNullable(present);
    var repo = draft.pinnedRepo().overNullable(pinnedRepo);
    var pinned = repo == null ? null : RepoName.of(repo);
    return new NoteSql.Content(
        draft.name(),
        draft.body(),
        draft.trigger(),
        folder == null ? null : folder.value(),
        draft.isEnabled().over(isEnabled, true),
        repo,
        pinned == null ? null : pinned.host(),
        pinned == null ? null : pinned.path());
  }

  private static Changes changes(Note before, Note after) {
    return new Changes()
        .of("name", before.name(), after.name())
        .ofLength("body", before.body(), after.body())
        .ofLength("trigger", before.trigger(), after.trigger())
        .of("folder_id", before.folderId(), after.folderId())
        .of("is_enabled", before.isEnabled(), after.isEnabled())
        .of("pinned_repo", before.pinnedRepo(), after.pinnedRepo());
  }

  private static void audit(
      Tx tx, Caller caller, String action, OrgId org, Note note, @Nullable Changes changes) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("note_id", note.noteId());
    data.put("name", note.name());
    data.put("access_type", note.accessType());
    if (changes != null) {
      data.put("changes", changes.asMap());
    }
    Audit.record(tx, caller, action, org, data);
  }

  private static RuntimeException noSuchNote() {
    return Problem.notFound("note").exception();
  }
}
