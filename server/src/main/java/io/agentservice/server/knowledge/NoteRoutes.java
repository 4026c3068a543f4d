package io.agentservice.server.knowledge;

import static io.agentservice.server.auth.Permission.MANAGE_ORG_KNOWLEDGE;
import static io.agentservice.server.http.Access.organization;
import static io.agentservice.server.http.Answer.ok;

import io.agentservice.server.http.Answer;
import io.agentservice.server.http.Body;
import io.agentservice.server.http.Cursors;
import io.agentservice.server.http.Page;
import io.agentservice.server.http.Query;
import io.agentservice.server.http.Request;
import io.agentservice.server.http.Route;
import io.agentservice.server.http.Totals;
import io.agentservice.server.ids.FolderId;
import io.agentservice.server.ids.NoteId;
import io.agentservice.server.repositories.RepoName;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The notes' routes (api-org.md 3). */
final class NoteRoutes {
  private static final String NOTES = "/v3/organizations/{org_id}/knowledge/notes";
  private static final String ONE = NOTES + "/{note_id}";
  private static final int MAX_NAME = 256;
  private static final int MAX_BODY_BYTES = 1 << 20;
  private static final int MAX_TRIGGER = 4096;

  private final Notes notes;
  private final Cursors cursors;
  private final Totals totals = new Totals();

  NoteRoutes(Notes notes, Cursors cursors) {
    this.notes = notes;
    this.cursors = cursors;
  }

  List<Route> routes() {
    return List.of(
        Route.get(NOTES, organization(MANAGE_ORG_KNOWLEDGE), this::list),
        Route.create(NOTES, organization(MANAGE_ORG_KNOWLEDGE), this::create),
        Route.get(ONE, organization(MANAGE_ORG_KNOWLEDGE), this::get),
        Route.put(ONE, organization(MANAGE_ORG_KNOWLEDGE), this::replace),
        Route.delete(ONE, organization(MANAGE_ORG_KNOWLEDGE), this::delete));
  }

  private Answer list(Request request) {
    var query = request.query();
    String pinnedTo = query.text("pinned_repo");
    var filter =
        new NoteFilter(
            request.principal().accountId().value(),
            request.org().value(),
            query.text("search"),
            folderPath(query),
            pinnedTo == null ? null : RepoName.of(pinnedTo),
            query.bool("include_enterprise", false));
    var window = cursors.window(query, "notes " + request.org());
    return ok(
        Page.of(
            notes.list(filter, window),
            window.isFirst(),
            () -> totals.of(window.scope(), most -> notes.count(filter, most)),
            note -> cursors.encode(window, note.createdAt(), note.noteId()),
            NoteJson::of));
  }

  /** Without a slash at its end; the root holds everything, so it is no filter. */
  private static @Nullable String folderPath(Query query) {
    String path = query.text("folder_path");
    if (path == null || path.equals("/")) {
      return null;
    }
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  private Supplier<Answer> create(Request request) {
    var draft = draft(request);
    return () -> ok(NoteJson.of(notes.create(request.org(), draft, request.caller())));
  }

  private Answer get(Request request) {
    var account = request.principal().accountId();
    return ok(NoteJson.of(notes.get(account, request.org(), id(request))));
  }

  private Answer replace(Request request) {
    var id = id(request);
    notes.checkOwn(request.org(), id); // its 404 comes before the body's failures
    return ok(NoteJson.of(notes.replace(request.org(), id, draft(request), request.caller())));
  }

  private Answer delete(Request request) {
    return ok(NoteJson.of(notes.delete(request.org(), id(request), request.caller())));
  }

  private static NoteDraft draft(Request request) {
    var body = request.body();
    body.alias("trigger", "trigger_description");
    var draft =
        new NoteDraft(
            body.text("name", 1, MAX_NAME),
            body.textOfBytes("body", 1, MAX_BODY_BYTES),
            body.text("trigger", 0, MAX_TRIGGER),
            body.patch("folder_id", field -> folder(body, field)),
            body.patch("is_enabled", field -> body.bool(field, true)),
            body.patch("pinned_repo", field -> pinnedRepo(body, field)));
    body.check();
    return draft;
  }

  private static @Nullable String pinnedRepo(Body body, String field) {
    String text = body.optionalText(field, 0, RepoName.MAX_LENGTH);
    if (text != null && !text.equals(Note.EVERYWHERE) && RepoName.parse(text) == null) {
      body.fail("pattern", "Input should be owner/repo, host/owner/repo or all", field);
    }
    return text;
  }

  /** A text that is no folder's id names a folder that does not exist. */
  static @Nullable FolderId folder(Body body, String field) {
    String text = body.optionalText(field, 1, MAX_NAME);
    var folder = text == null ? null : FolderId.parse(text);
    if (text != null && folder == null) {
      body.fail("unknown_reference", "No such folder in this organization", field);
    }
    return folder;
  }

  private static NoteId id(Request request) {
    return request.id("note_id", NoteId::parse, "note");
  }
}
