package io.agentservice.server.legacy.v1;

import static io.agentservice.server.base.auth.Permission.USE_AGENT_SESSIONS;
import static io.agentservice.server.base.auth.Permission.VIEW_ORG_SESSIONS;
import static io.agentservice.server.base.http.Access.keyOrganization;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.context.attachments.AttachmentsFeature;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Attachments as version 1 shows them: by their address alone (api-legacy.md 3). */
final class AttachmentsOfVersion1 {
  private static final String ALL = "/v1/attachments";

  private final AttachmentsFeature attachments;

  AttachmentsOfVersion1(AttachmentsFeature attachments) {
    this.attachments = attachments;
  }

  List<Route> routes() {
    return List.of(
        Route.create(ALL, keyOrganization(USE_AGENT_SESSIONS), this::upload),
        Route.get(
            ALL + "/{uuid}/{name}",
            keyOrganization(VIEW_ORG_SESSIONS),
            attachments.downloads()::redirect));
  }

  private Supplier<Answer> upload(Request request) {
    boolean json = prefersJson(request.header("Accept"));
    return attachments
        .uploads()
        .prepare(
            request,
            kept -> {
              String address = attachments.addresses().withoutOrganization(kept);
              return json
                  ? Answer.json(Json.MAPPER.writeValueAsString(address))
                  : new Answer.Text(200, "text/plain; charset=utf-8", address, Map.of());
            });
  }

  private static boolean prefersJson(@Nullable String accept) {
    return accept != null && accept.strip().toLowerCase(Locale.ROOT).startsWith("application/json");
  }
}
