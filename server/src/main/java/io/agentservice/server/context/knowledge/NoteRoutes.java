package io.agentservice.server.context.knowledge;

import static io.agentservice.server.base.auth.Permission.MANAGE_ACCOUNT_KNOWLEDGE;
import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_KNOWLEDGE;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Query;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.NoteId;
import io.agentservice.server.base.repositories.RepoName;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

final class NoteRoutes {
  private static final List<String> ACCESS_TYPES = List.of("org", "enterprise");

  private final Notes notes;
  private final Lists lists;

  NoteRoutes(Notes notes, Lists lists) {
    this.notes = notes;
    this.lists = lists;
  }

  List<Route> routes() {
    return Stream.of(
            routes(
                "/v3/organizations/{org_id}/knowledge/notes", organization(MANAGE_ORG_KNOWLEDGE)),
            routes("/v3/enterprise/knowledge/notes", account(MANAGE_ACCOUNT_KNOWLEDGE)))
        .flatMap(List::stream)
        .toList();
  }

  private List<Route> routes(String all, Access access) {
    String one = all + "/{note_id}";
    return List.of(
        Route.get(all, access, this::list),
        Route.create(all, access, this::create),
        Route.get(one, access, this::get),
        Route.put(one, access, this::replace).of(this::checkOwn),
        Route.delete(one, access, this::delete));
  }

  private Answer list(Request request) {
    var query = request.query();
    String pinnedTo = query.text("pinned_repo");
    var filter =
        new NoteFilter(
            query.text("search"),
            folderPath(query),
            pinnedTo == null ? null : RepoName.of(pinnedTo),
            accessType(request, query));
    var scope = request.scope();
    return ok(lists.page(query, "notes " + scope, notes.list(scope, filter), NoteJson::of));
  }

  /** An organization's list shows its own notes, and those of the enterprise on request. */
  private static @Nullable String accessType(Request request, Query query) {
    if (request.scope().orgId() == null) {
      return query.oneOf("access_type", ACCESS_TYPES);
    }
    return query.bool("include_enterprise", false) ? null : "org";
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
    var draft = NoteBody.read(request);
    return () -> show(notes.create(request.scope(), draft, request.caller()));
  }

  private Answer get(Request request) {
    return show(notes.get(request.scope(), id(request)));
  }

  private Answer replace(Request request) {
    var draft = NoteBody.read(request);
    return show(notes.replace(request.scope(), id(request), draft, request.caller()));
  }

  private Answer delete(Request request) {
    return show(notes.delete(request.scope(), id(request), request.caller()));
  }

  private void checkOwn(Request request) {
    notes.checkOwn(request.scope(), id(request));
  }

  private static NoteId id(Request request) {
    return request.id(NoteId.class);
  }

  private static Answer show(Note note) {
    return ok(NoteJson.of(note));
  }
}
