package io.agentservice.server.identity.self;

import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.identity.keys.ApiKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** {@code GET /v3/self}: the variant of the caller's kind (auth.md 2); and a human's own keys. */
public final class SelfRoutes {
  private SelfRoutes() {}

  public static List<Route> routes(Database database, Lists lists, ApiKeys keys) {
    var routes = new ArrayList<Route>();
    routes.add(Route.get("/v3/self", Access.signedIn(), SelfRoutes::self));
    routes.addAll(new OwnKeyRoutes(new OwnKeys(database, keys), lists).routes());
    return routes;
  }

  private static Answer self(Request request) {
    var principal = request.principal();
    var body = new LinkedHashMap<String, @Nullable Object>();
    switch (principal.kind()) {
      case SERVICE_USER -> {
        body.put("principal_type", "service_user");
        body.put("service_user_id", principal.id());
        body.put("service_user_name", principal.name());
        body.put("org_id", text(principal.homeOrg()));
      }
      case USER -> {
        body.put("principal_type", "user");
        body.put("user_id", principal.id());
        body.put("user_name", principal.name());
        body.put("org_id", text(principal.organization()));
      }
      case PAT_USER, LEGACY_USER, LEGACY_SERVICE -> {
        OrgId first = principal.organization();
        body.put("principal_type", "pat_user");
        body.put("user_id", principal.id());
        body.put("user_name", principal.name());
        body.put("api_key_id", principal.keyId().value());
        body.put("api_key_name", principal.keyName());
        body.put("org_id", text(first));
        body.put("agent_sessions_org_id", text(first));
      }
    }
    body.put("account_id", principal.accountId().value());
    body.put("permissions", Permission.names(principal.accountRole()));
    body.put("org_permissions", organizations(principal));
    return Answer.ok(body);
  }

  private static Map<String, List<String>> organizations(Principal principal) {
    var all = new TreeMap<String, List<String>>();
    principal
        .orgRoles()
        .keySet()
        .forEach(org -> all.put(org.value(), Permission.names(principal.in(org))));
    return all;
  }

  private static @Nullable String text(@Nullable OrgId org) {
    return org == null ? null : org.value();
  }
}
