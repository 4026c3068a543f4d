package io.agentservice.server.context.attachments;

import static io.agentservice.server.base.auth.Permission.USE_AGENT_SESSIONS;
import static io.agentservice.server.base.auth.Permission.VIEW_ORG_SESSIONS;
import static io.agentservice.server.base.http.Access.organization;

import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Request;
import java.util.List;
import java.util.function.Supplier;

/** The attachments of an organization, and the signed addresses of their bytes (api-org.md 2). */
final class AttachmentRoutes {
  private static final String ALL = "/v3/organizations/{org_id}/attachments";

  private final Uploads uploads;
  private final Downloads downloads;
  private final AttachmentAddresses addresses;

  AttachmentRoutes(Uploads uploads, Downloads downloads, AttachmentAddresses addresses) {
    this.uploads = uploads;
    this.downloads = downloads;
    this.addresses = addresses;
  }

  List<Route> routes() {
    return List.of(
        Route.create(ALL, organization(USE_AGENT_SESSIONS), this::upload),
        Route.get(ALL + "/{uuid}/{name}", organization(VIEW_ORG_SESSIONS), downloads::redirect),
        Route.get("/downloads/{link}/{name}", Access.open(), downloads::bytes));
  }

  private Supplier<Answer> upload(Request request) {
    return uploads.prepare(
        request,
        kept ->
            Answer.ok(new AttachmentJson(kept.attachmentId(), kept.name(), addresses.of(kept))));
  }
}
