package io.agentservice.server.knowledge;

import static io.agentservice.server.auth.Permission.MANAGE_ORG_KNOWLEDGE;
import static io.agentservice.server.http.Access.organization;
import static io.agentservice.server.http.Answer.ok;

import io.agentservice.server.http.Answer;
import io.agentservice.server.http.Body;
import io.agentservice.server.http.Request;
import io.agentservice.server.http.Route;
import io.agentservice.server.ids.FolderId;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The folders' routes (api-org.md 3). A {@link Folder} is shown as it is. */
final class FolderRoutes {
  private static final String FOLDERS = "/v3/organizations/{org_id}/knowledge/folders";
  private static final String ONE = FOLDERS + "/{folder_id}";
  private static final int MAX_NAME = 128;

  private final Folders folders;

  FolderRoutes(Folders folders) {
    this.folders = folders;
  }

  List<Route> routes() {
    return List.of(
        Route.get(FOLDERS, organization(MANAGE_ORG_KNOWLEDGE), this::tree),
        Route.create(FOLDERS, organization(MANAGE_ORG_KNOWLEDGE), this::create),
        Route.patch(ONE, organization(MANAGE_ORG_KNOWLEDGE), this::change),
        Route.delete(ONE, organization(MANAGE_ORG_KNOWLEDGE), this::delete));
  }

  private Answer tree(Request request) {
    return ok(folders.tree(request.org()));
  }

  private Supplier<Answer> create(Request request) {
    var body = request.body();
    String name = body.text("name", 1, MAX_NAME);
    checkName(body, name);
    var parent = NoteRoutes.folder(body, "parent_folder_id");
    body.check();
    return () -> ok(folders.create(request.org(), name, parent, request.caller()));
  }

  private Answer change(Request request) {
    var id = id(request);
    folders.get(request.org(), id); // its 404 comes before the body's failures
    var body = request.body();
    var name = body.patchRequired("name", field -> body.optionalText(field, 1, MAX_NAME));
    checkName(body, name.overNullable(null));
    var parent = body.patch("parent_folder_id", field -> NoteRoutes.folder(body, field));
    body.check();
    return ok(folders.change(request.org(), id, name, parent, request.caller()));
  }

  private Answer delete(Request request) {
    return ok(folders.delete(request.org(), id(request), request.caller()));
  }

  private static void checkName(Body body, @Nullable String name) {
    if (name != null && name.contains("/")) {
      body.fail("pattern", "A name has no slash", "name");
    }
  }

  private static FolderId id(Request request) {
    return request.id("folder_id", FolderId::parse, "folder");
  }
}
