package io.agentservice.server.contract;

import io.agentservice.server.contract.AuditOfWritesIT.Write;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** How git connections and permissions are written, for {@link AuditOfWritesIT}. */
final class GitWrites {
  private static final String CONNECTIONS = "/v3/enterprise/git-providers/connections";
  private static final String PERMISSIONS =
      "/v3/enterprise/organizations/{org_id}/git-providers/permissions";

  private static final String CONNECTION =
      "{\"git_provider_type\":\"github_token\",\"host\":\"github.com\",\"token\":\"t\"}";

  private final AuditOfWritesIT test;
  private final String connection;

  private GitWrites(AuditOfWritesIT test) {
    this.test = test;
    connection = test.made(CONNECTIONS, "/git_connection_id", CONNECTION).replaceFirst(".*/", "");
  }

  static Map<String, Write> of(AuditOfWritesIT test) {
    return new GitWrites(test).all();
  }

  private Map<String, Write> all() {
    var all =
        new HashMap<>(
            test.thing("git_connection", CONNECTIONS, "/git_connection_id", _ -> CONNECTION));
    all.put(
        "POST " + PERMISSIONS,
        write("create_git_permission", () -> test.at(PERMISSIONS), item("audited/added")));
    all.put(
        "PUT " + PERMISSIONS,
        write(
            "create_git_permission",
            () -> test.after("PUT", test.at(PERMISSIONS), "{\"permissions\":[]}"),
            item("audited/put")));
    all.put(
        "DELETE " + PERMISSIONS,
        write(
            "delete_git_permission",
            () -> test.after("PUT", test.at(PERMISSIONS), item("audited/all")),
            ""));
    String one = PERMISSIONS + "/{git_permission_id}";
    all.put(
        "PATCH " + one, write("update_git_permission", this::permission, "{\"read_only\":true}"));
    all.put("DELETE " + one, write("delete_git_permission", this::permission, ""));
    return all;
  }

  private static Write write(String action, Supplier<String> path, String body) {
    return AuditOfWritesIT.write(action, path, body);
  }

  private String permission() {
    return test.made(PERMISSIONS, "/0/git_permission_id", item("audited/one" + ++test.made));
  }

  private String item(String path) {
    return "{\"permissions\":[{\"git_connection_id\":\"%s\",\"repo_path\":\"%s\"}]}"
        .formatted(connection, path);
  }
}
