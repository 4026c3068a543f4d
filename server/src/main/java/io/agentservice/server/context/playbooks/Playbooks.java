package io.agentservice.server.context.playbooks;

import io.agentservice.server.base.audit.AuditTrail;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Belongings;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Place;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.problems.Problem;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Playbooks of an organization or the account. */
public final class Playbooks {
  private static final AuditTrail<Playbook> AUDIT =
      AuditTrail.of("playbook", "update", Playbook::orgId)
          .naming("playbook_id", Playbook::playbookId)
          .naming("title", Playbook::title)
          .naming("macro", Playbook::macro)
          .naming("access_type", Playbook::accessType)
          .changing("title", Playbook::title)
          .changingLength("body", Playbook::body)
          .changing("macro", Playbook::macro)
          .changingLength("structured_output_schema", Playbook::structuredOutputSchema);

  private final Database database;

  public Playbooks(Database database) {
    this.database = database;
  }

  /** Newest first; {@code accessType} {@code org} or {@code enterprise}, null for both. */
  public Listing<Playbook> list(Scope scope, @Nullable String accessType) {
    return new Listing<>(
        window ->
            database.with(
                PlaybookSql.class,
                sql -> {
                  int size = Rows.fitting(sql.sizes(scope, accessType, window), window.size());
                  return Rows.of(sql.list(scope, accessType, window.ofSize(size)), size);
                }),
        most -> database.with(PlaybookSql.class, sql -> sql.count(scope, accessType, most)),
        playbook -> new Place(playbook.createdAt(), playbook.playbookId().value()));
  }

  /** The playbook; 404 when the scope may not read it. */
  public Playbook get(Scope scope, PlaybookId id) {
    return find(scope, id).orElseThrow(Playbooks::noSuchPlaybook);
  }

  /** The playbook; empty when the scope may not read it. */
  public Optional<Playbook> find(Scope scope, PlaybookId id) {
    return database.with(PlaybookSql.class, sql -> sql.find(scope, id));
  }

  /** 404 when it is not the scope's own, which alone can be written there. */
  public void checkOwn(Scope scope, PlaybookId id) {
    if (!database.with(PlaybookSql.class, sql -> sql.owns(scope, id))) {
      throw noSuchPlaybook();
    }
  }

  /** Creates one; 409 {@code macro_taken}. */
  public Playbook create(Scope scope, PlaybookDraft draft, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(PlaybookSql.class);
      var id = Id.create(PlaybookId.class);
      var content = content(draft, null);
      reserve(sql, scope.orgId(), scope, id, content.macro());
      sql.insert(id, scope, content, caller.principal().author());
      var playbook = sql.find(scope, id).orElseThrow();
      AUDIT.created(tx, caller, playbook);
      return playbook;
    });
  }

  /** Writes one anew; fields that are absent stay (completions.md 4). 404; 409 as in create. */
  public Playbook replace(Scope scope, PlaybookId id, PlaybookDraft draft, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(PlaybookSql.class);
      var before = sql.lock(scope, id).orElseThrow(Playbooks::noSuchPlaybook);
      var content = content(draft, before);
      reserve(sql, before.orgId(), scope, id, content.macro());
      sql.update(scope, id, content, caller.principal().author());
      var playbook = sql.find(scope, id).orElseThrow();
      AUDIT.updated(tx, caller, before, playbook);
      return playbook;
    });
  }

  /** Deletes one and answers what it was; its macro is free. */
  public Playbook delete(Scope scope, PlaybookId id, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(PlaybookSql.class);
      var playbook = sql.lock(scope, id).orElseThrow(Playbooks::noSuchPlaybook);
      sql.delete(scope, id);
      AUDIT.deleted(tx, caller, playbook);
      return playbook;
    });
  }

  /** Whoever writes the same macro waits here to the end of the transaction. */
  private static void reserve(
      PlaybookSql sql, @Nullable OrgId org, Scope scope, PlaybookId id, @Nullable String macro) {
    if (macro == null) {
      return;
    }
    sql.lockMacro(scope.accountId(), macro);
    if (sql.macroTaken(scope.accountId(), org, id, macro)) {
      throw Problem.conflict(
              "macro_taken",
              "Another playbook has the macro " + macro,
              "Choose another macro, or clear that one first")
          .exception();
    }
  }

  /** {@code before} is null for a new playbook. */
  private static PlaybookSql.Content content(PlaybookDraft draft, @Nullable Playbook before) {
    String title = before == null ? "" : before.title();
    String body = before == null ? "" : before.body();
    return new PlaybookSql.Content(
        draft.title().over(title, title),
        draft.body().over(body, body),
        draft.macro().overNullable(before == null ? null : before.macro()),
        draft
            .structuredOutputSchema()
            .overNullable(before == null ? null : before.structuredOutputSchema()));
  }

  private static RuntimeException noSuchPlaybook() {
    return Problem.notFound("playbook").exception();
  }

  public Belongings.Left erase(Tx tx, OrgId org) {
    return Belongings.Left.after(tx.on(PlaybookSql.class).erase(org, Belongings.MOST));
  }
}
