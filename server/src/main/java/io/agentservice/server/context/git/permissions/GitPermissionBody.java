package io.agentservice.server.context.git.permissions;

import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.GitConnectionId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.repositories.RepoName;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads {@code permissions} of a body, which versions 2 and 3 share (api-enterprise.md 14). */
public final class GitPermissionBody {
  private static final int MOST = 200;
  private static final String CONNECTION = "git_connection_id";
  private static final String READ_ONLY = "read_only";
  private static final Map<GitRule.Kind, List<String>> SPELLINGS =
      Map.of(
          GitRule.Kind.REPO_PATH, List.of("repo_path", "repo_url"),
          GitRule.Kind.GROUP_PREFIX, List.of("group_prefix", "group_prefix_url"),
          GitRule.Kind.PREFIX_PATH, List.of("prefix_path"));

  private final Body body;

  private GitPermissionBody(Body body) {
    this.body = body;
  }

  /** The normalized items in order, at least {@code min}; throws a 422. */
  public static List<GitRule> read(Request request, int min, GitPermissions permissions) {
    var reader = new GitPermissionBody(request.body());
    var items = reader.items(min);
    var ids = new HashSet<String>();
    for (var item : items) {
      String id = item.path(CONNECTION).asString("");
      if (Id.parse(GitConnectionId.class, id) != null) { // others may be no text for the database
        ids.add(id);
      }
    }
    var hosts = permissions.hosts(request.principal().accountId(), ids);
    var rules = new ArrayList<GitRule>();
    for (int i = 0; i < items.size(); i++) {
      var rule = reader.rule(i, items.get(i), hosts);
      if (rule != null) {
        rules.add(rule);
      }
    }
    reader.body.check();
    return rules;
  }

  private List<JsonNode> items(int min) {
    body.require(GitPermissions.FIELD);
    var sent = body.value(GitPermissions.FIELD);
    if (sent == null || !sent.isArray()) {
      if (body.has(GitPermissions.FIELD)) {
        body.fail("type", "Input should be an array", GitPermissions.FIELD);
      }
      return List.of();
    }
    if (sent.size() < min || sent.size() > MOST) {
      body.fail(
          sent.size() < min ? "too_short" : "too_long",
          "Input should have %d to %d items".formatted(min, MOST),
          GitPermissions.FIELD);
      return List.of();
    }
    return sent.valueStream().toList();
  }

  /** Null when it is wrong, which is noted. */
  private @Nullable GitRule rule(int at, JsonNode item, Map<String, String> hosts) {
    if (!item.isObject()) {
      body.failAt("type", "Input should be an object", GitPermissions.FIELD, at);
      return null;
    }
    var readOnly = item.path(READ_ONLY);
    if (!readOnly.isBoolean() && !isAbsent(readOnly)) {
      body.failAt("type", "Input should be true or false", GitPermissions.FIELD, at, READ_ONLY);
    }
    String connection = text(at, item, CONNECTION);
    if (isAbsent(item.path(CONNECTION))) {
      body.failAt("missing", "Field required", GitPermissions.FIELD, at, CONNECTION);
    }
    String host = connection == null ? null : hosts.get(connection);
    if (connection != null && host == null) {
      body.failAt(
          "unknown_reference", "No such git connection", GitPermissions.FIELD, at, CONNECTION);
    }
    var kinds = new EnumMap<GitRule.Kind, List<String>>(GitRule.Kind.class);
    SPELLINGS.forEach((kind, names) -> {
      var sent = names.stream().filter(name -> !isAbsent(item.path(name))).toList();
      if (!sent.isEmpty()) {
        kinds.put(kind, sent);
      }
    });
    if (kinds.size() != 1) {
      body.failAt(
          "inconsistent",
          "Give one of repo_path, group_prefix and prefix_path",
          GitPermissions.FIELD,
          at);
      return null;
    }
    var kind = kinds.keySet().iterator().next();
    String path = path(at, item, kind, kinds.getOrDefault(kind, List.of()), host);
    return connection == null || host == null || path == null
        ? null
        : new GitRule(new GitConnectionId(connection), host, kind, path, readOnly.asBoolean(false));
  }

  /** The meaning of all spellings sent; null when one is wrong. */
  private @Nullable String path(
      int at, JsonNode item, GitRule.Kind kind, List<String> names, @Nullable String host) {
    String first = null;
    for (String name : names) {
      String text = text(at, item, name);
      String path = text == null ? null : normal(at, name, kind, text, host);
      if (path == null) {
        return null;
      }
      if (first != null && !first.equals(path)) {
        body.failAt(
            "alias_conflict", "Same field as " + names.getFirst(), GitPermissions.FIELD, at, name);
      }
      first = path;
    }
    return first;
  }

  private @Nullable String normal(
      int at, String name, GitRule.Kind kind, String text, @Nullable String host) {
    if (kind == GitRule.Kind.PREFIX_PATH) {
      return text;
    }
    boolean group = kind == GitRule.Kind.GROUP_PREFIX;
    var repo = RepoName.parseOrAddress(group ? (text.replaceFirst("/$", "") + "/x") : text);
    if (repo == null) {
      body.failAt(
          "format", "Input should be owner/repo, or its address", GitPermissions.FIELD, at, name);
      return null;
    }
    if (host != null && repo.host() != null && !repo.host().equalsIgnoreCase(host)) {
      body.failAt(
          "inconsistent",
          "It is on another host than the connection",
          GitPermissions.FIELD,
          at,
          name);
      return null;
    }
    return group ? repo.path().substring(0, repo.path().length() - 1) : repo.path();
  }

  private @Nullable String text(int at, JsonNode item, String name) {
    var value = item.path(name);
    if (isAbsent(value)) {
      return null;
    }
    if (!value.isString()) {
      body.failAt("type", "Input should be text", GitPermissions.FIELD, at, name);
      return null;
    }
    String text = value.stringValue();
    int length = text.codePointCount(0, text.length());
    if (length < 1 || length > RepoName.MAX_LENGTH) {
      body.failAt(
          length < 1 ? "too_short" : "too_long",
          "Input should have 1 to %d characters".formatted(RepoName.MAX_LENGTH),
          GitPermissions.FIELD,
          at,
          name);
      return null;
    }
    return text;
  }

  private static boolean isAbsent(JsonNode value) {
    return value.isMissingNode() || value.isNull();
  }
}
