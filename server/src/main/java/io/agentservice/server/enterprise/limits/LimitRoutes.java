package io.agentservice.server.enterprise.limits;

import static io.agentservice.server.base.auth.Permission.MANAGE_BILLING;
import static io.agentservice.server.base.auth.Permission.MANAGE_ORGANIZATIONS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.Answer.ok;

import io.agentservice.server.base.http.Answer;
import io.agentservice.server.base.http.Body;
import io.agentservice.server.base.http.Lists;
import io.agentservice.server.base.http.Request;
import io.agentservice.server.base.http.Route;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The routes of limits by billing cycle (api-enterprise.md 8 and 13). */
final class LimitRoutes {
  private static final List<String> WORDS = List.of("agent", "devin");
  private static final String ACUS = "cycle_acu_limit";
  private static final String GROUPS = "groups";
  private static final int MOST = 1_000;
  private static final int MAX_NAME = 128;

  private final Limits limits;
  private final Lists lists;
  private final boolean withGroups;

  LimitRoutes(Limits limits, Lists lists, boolean withGroups) {
    this.limits = limits;
    this.lists = lists;
    this.withGroups = withGroups;
  }

  List<Route> routes() {
    var routes = new ArrayList<Route>();
    var billing = account(MANAGE_BILLING);
    String canonical = "/v3/enterprise/consumption/acu-limits/" + WORDS.getFirst();
    for (String word : WORDS) {
      String all = "/v3/enterprise/consumption/acu-limits/" + word;
      String one = "/organizations/{org_id}";
      routes.add(Route.get(all, billing, this::list).spelling(canonical));
      routes.add(Route.put(all + one, billing, this::set).spelling(canonical + one));
      routes.add(Route.delete(all + one, billing, this::remove).spelling(canonical + one));
    }
    String groups = "/v3/enterprise/org-group-limits";
    var organizations = account(MANAGE_ORGANIZATIONS);
    routes.add(Route.get(groups, organizations, this::groups).served(withGroups));
    routes.add(Route.put(groups, organizations, this::replaceGroups).served(withGroups));
    return routes;
  }

  private Answer list(Request request) {
    var account = request.principal().accountId();
    return ok(
        lists.page(request.query(), "limits " + account, limits.list(account), AcuLimit::shown));
  }

  private Answer set(Request request) {
    var body = request.body();
    body.require(ACUS);
    if (body.isNull(ACUS)) {
      body.fail("missing", "Field required", ACUS);
    }
    Integer acus = body.optionalInt(ACUS, 0, Integer.MAX_VALUE);
    body.check();
    limits.set(request.org(), Objects.requireNonNull(acus), request.caller());
    return new Answer.Empty(204, Map.of());
  }

  private Answer remove(Request request) {
    limits.remove(request.org(), request.caller());
    return new Answer.Empty(204, Map.of());
  }

  /** The groups on the wire. */
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
    if (!sent.isIntegralNumber()) {
      body.failAt("type", "Input should be an integer", GROUPS, name, "max_cycle_acus");
      return null;
    }
    if (!sent.canConvertToInt() || sent.intValue() < 0) {
      boolean large = sent.bigIntegerValue().signum() > 0;
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
