package io.agentservice.server.enterprise.limits;

import static io.agentservice.server.base.auth.Permission.MANAGE_ORGANIZATIONS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.http.requests.Request;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

final class GroupRoutes {
  private static final String GROUPS = "groups";
  private static final int MOST = 1_000;
  private static final int MAX_NAME = 128;

  private final Limits limits;
  private final boolean served;

  GroupRoutes(Limits limits, boolean served) {
    this.limits = limits;
    this.served = served;
  }

  List<Route> routes(String path) {
    var access = account(MANAGE_ORGANIZATIONS);
    return List.of(
        Route.get(path, access, this::groups).served(served),
        Route.put(path, access, this::replaceGroups).served(served));
  }

  record Groups(Map<String, Limits.Group> groups) {}

  private Answer groups(Request request) {
    return ok(new Groups(limits.groups(request.principal().accountId())));
  }

  private Answer replaceGroups(Request request) {
    var body = request.body();
    body.require(GROUPS);
    if (body.isNull(GROUPS)) {
      body.fail("missing", "Field required", GROUPS);
    }
    var sent = body.optionalObject(GROUPS);
    var groups = new LinkedHashMap<String, Limits.Group>();
    if (sent != null) {
      if (sent.size() > MOST) {
        body.fail("too_long", "Input should have at most 1000 groups", GROUPS);
      }
      sent.properties()
          .forEach(
              group -> groups.put(group.getKey(), group(body, group.getKey(), group.getValue())));
    }
    body.check();
    return ok(new Groups(limits.replaceGroups(groups, request.caller())));
  }

  private static Limits.Group group(Body body, String name, JsonNode sent) {
    int length = name.codePointCount(0, name.length());
    if (length < 1 || length > MAX_NAME) {
      body.failAt(
          length < 1 ? "too_short" : "too_long", "A name has 1 to 128 characters", GROUPS, name);
    }
    if (!sent.isObject()) {
      body.failAt("type", "Input should be an object", GROUPS, name);
      return new Limits.Group(List.of(), null);
    }
    return new Limits.Group(orgIds(body, name, sent.path("org_ids")), acus(body, name, sent));
  }

  /** Equal ones merged. */
  private static List<String> orgIds(Body body, String name, JsonNode sent) {
    if (!sent.isArray()) {
      boolean missing = sent.isMissingNode() || sent.isNull();
      body.failAt(
          missing ? "missing" : "type",
          missing ? "Field required" : "Input should be an array",
          GROUPS,
          name,
          "org_ids");
      return List.of();
    }
    if (sent.size() > MOST) {
      body.failAt("too_long", "Input should have at most 1000 items", GROUPS, name, "org_ids");
    }
    var ids = new LinkedHashSet<String>();
    for (int i = 0; i < sent.size(); i++) {
      if (sent.get(i).isString()) {
        ids.add(sent.get(i).stringValue());
      } else {
        body.failAt("type", "Input should be text", GROUPS, name, "org_ids", i);
      }
    }
    return List.copyOf(ids);
  }

  private static @Nullable Integer acus(Body body, String name, JsonNode group) {
    var sent = group.path("max_cycle_acus");
    if (sent.isMissingNode() || sent.isNull()) {
      return null;
    }
    if (!Body.isInteger(sent)) {
      body.failAt("type", "Input should be an integer", GROUPS, name, "max_cycle_acus");
      return null;
    }
    if (!sent.canConvertToInt() || sent.intValue() < 0) {
      boolean large = !sent.asString().startsWith("-");
      body.failAt(
          large ? "too_large" : "too_small",
          "Input should be from 0 to " + Integer.MAX_VALUE,
          GROUPS,
          name,
          "max_cycle_acus");
      return null;
    }
    return sent.intValue();
  }
}
