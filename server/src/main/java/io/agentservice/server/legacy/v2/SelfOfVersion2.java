package io.agentservice.server.legacy.v2;

import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.base.ids.OrgId;
import java.util.List;
import org.jspecify.annotations.Nullable;

final class SelfOfVersion2 {
  private SelfOfVersion2() {}

  static List<Route> routes() {
    return List.of(Route.get("/v2/enterprise/self", Access.signedIn(), SelfOfVersion2::self));
  }

  /** The key under both its names. */
  private record Self(
      KeyId apiKeyId,
      KeyId keyId,
      String userId,
      String userEmail,
      String userName,
      @Nullable OrgId orgId) {}

  private static Answer self(Request request) {
    var who = request.principal();
    String email = who.email() == null ? who.id() + "@users.invalid" : who.email();
    return Answer.ok(
        new Self(who.keyId(), who.keyId(), who.id(), email, who.name(), who.homeOrg()));
  }
}
