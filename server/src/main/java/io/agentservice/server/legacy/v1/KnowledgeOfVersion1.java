package io.agentservice.server.legacy.v1;

import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_KNOWLEDGE;
import static io.agentservice.server.base.http.Access.keyOrganization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.Times;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.FolderId;
import io.agentservice.server.base.ids.NoteId;
import io.agentservice.server.context.knowledge.Folder;
import io.agentservice.server.context.knowledge.Knowledge;
import io.agentservice.server.context.knowledge.Note;
import io.agentservice.server.context.knowledge.NoteBody;
import io.agentservice.server.context.knowledge.NoteFilter;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Notes and folders as version 1 shows them (api-legacy.md 3). */
final class KnowledgeOfVersion1 {
  private static final String ALL = "/v1/knowledge";
  private static final String ONE = ALL + "/{note_id}";

  private final Knowledge knowledge;

  KnowledgeOfVersion1(Knowledge knowledge) {
    this.knowledge = knowledge;
  }

  List<Route> routes() {
    var access = keyOrganization(MANAGE_ORG_KNOWLEDGE);
    return List.of(
        Route.get(ALL, access, this::list),
        Route.create(ALL, access, this::create),
        Route.get(ONE, access, this::get),
        Route.put(ONE, access, this::change).of(this::checkOwn),
        Route.delete(ONE, access, this::delete));
  }

  /** Everything that the organization owns; read while it is written. */
  record Collection(Iterable<NoteShown> knowledge, List<FolderShown> folders) {}

  /** A note; {@code id} and {@code noteId} are the same. */
  record NoteShown(
      NoteId id,
      NoteId noteId,
      String name,
      String body,
      String triggerDescription,
      @Nullable FolderId parentFolderId,
      @Nullable String pinnedRepo,
      @Nullable String macro,
      String createdAt) {
    static NoteShown of(Note note) {
      return new NoteShown(
          note.noteId(),
          note.noteId(),
          note.name(),
          note.body(),
          note.trigger(),
          note.folderId(),
          note.pinnedRepo(),
          note.macro(),
          Times.iso(note.createdAt()));
    }
  }

  /** A folder; it has no description. */
  record FolderShown(FolderId id, String name, @Nullable String description, String createdAt) {
    static FolderShown of(Folder folder) {
      return new FolderShown(folder.folderId(), folder.name(), null, Times.iso(folder.createdAt()));
    }
  }

  private Answer list(Request request) {
    var scope = request.scope();
    var notes = knowledge.notes().list(scope, NoteFilter.OWN).walk();
    var folders = knowledge.folders().tree(scope).folders();
    return ok(
        new Collection(
            Lists.shown(notes, NoteShown::of), folders.stream().map(FolderShown::of).toList()));
  }

  private Supplier<Answer> create(Request request) {
    var draft = NoteBody.readWithMacro(request, true);
    return () -> show(knowledge.notes().create(request.scope(), draft, request.caller()));
  }

  private Answer get(Request request) {
    return show(knowledge.notes().get(request.scope(), id(request)));
  }

  private Answer change(Request request) {
    var draft = NoteBody.readWithMacro(request, false);
    var notes = knowledge.notes();
    return show(notes.replace(request.scope(), id(request), draft, request.caller()));
  }

  private Answer delete(Request request) {
    knowledge.notes().delete(request.scope(), id(request), request.caller());
    return Answer.noContent();
  }

  private void checkOwn(Request request) {
    knowledge.notes().checkOwn(request.scope(), id(request));
  }

  private static NoteId id(Request request) {
    return request.id(NoteId.class);
  }

  private static Answer show(Note note) {
    return ok(NoteShown.of(note));
  }
}
