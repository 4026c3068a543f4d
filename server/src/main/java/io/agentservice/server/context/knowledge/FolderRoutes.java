package io.agentservice.server.context.knowledge;

import static io.agentservice.server.base.auth.Permission.MANAGE_ACCOUNT_KNOWLEDGE;
import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_KNOWLEDGE;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.FolderId;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

final class FolderRoutes {
  private static final String FOLDERS = "/v3/organizations/{org_id}/knowledge/folders";
  private static final String OF_ACCOUNT = "/v3/enterprise/knowledge/folders";
  private static final String ONE = FOLDERS + "/{folder_id}";
  private static final int MAX_NAME = 128;

  private final Folders folders;

  FolderRoutes(Folders folders) {
    this.folders = folders;
  }

  List<Route> routes() {
    return List.of(
        Route.get(OF_ACCOUNT, account(MANAGE_ACCOUNT_KNOWLEDGE), this::tree),
        Route.get(FOLDERS, organization(MANAGE_ORG_KNOWLEDGE), this::tree),
        Route.create(FOLDERS, organization(MANAGE_ORG_KNOWLEDGE), this::create),
        Route.patch(ONE, organization(MANAGE_ORG_KNOWLEDGE), this::change).of(this::check),
        Route.delete(ONE, organization(MANAGE_ORG_KNOWLEDGE), this::delete));
  }

  private Answer tree(Request request) {
    return ok(FolderJson.Tree.of(folders.tree(request.scope())));
  }

  private Supplier<Answer> create(Request request) {
    var body = request.body();
    String name = body.text("name", 1, MAX_NAME);
    checkName(body, name);
    var parent = NoteBody.folder(body, "parent_folder_id");
    body.check();
    return () -> show(folders.create(request.scope(), name, parent, request.caller()));
  }

  private Answer change(Request request) {
    var body = request.body();
    var name = body.patchRequired("name", field -> body.optionalText(field, 1, MAX_NAME));
    checkName(body, name.overNullable(null));
    var parent = body.patch("parent_folder_id", field -> NoteBody.folder(body, field));
    body.check();
    return show(folders.change(request.scope(), id(request), name, parent, request.caller()));
  }

  private Answer delete(Request request) {
    return show(folders.delete(request.scope(), id(request), request.caller()));
  }

  private void check(Request request) {
    folders.check(request.scope(), id(request));
  }

  private static Answer show(Folder folder) {
    return ok(FolderJson.of(folder));
  }

  private static void checkName(Body body, @Nullable String name) {
    if (name != null && name.contains("/")) {
      body.fail("pattern", "A name has no slash", "name");
    }
  }

  private static FolderId id(Request request) {
    return request.id(FolderId.class);
  }
}
