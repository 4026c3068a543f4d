package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;

import io.agentservice.server.contract.EveryWrite.Write;
import io.agentservice.server.testing.LocalForge;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** How git connections and permissions are written, for {@link EveryWrite}. */
final class GitWrites {
  private static final String CONNECTIONS = "/v3/enterprise/git-providers/connections";
  private static final String PERMISSIONS =
      "/v3/enterprise/organizations/{org_id}/git-providers/permissions";

  private final EveryWrite test;
  private final String body;
  private final String connection;

  private GitWrites(EveryWrite test) {
    this.test = test;
    body =
        json(
            "git_provider_type",
            "github_token",
            "host",
            test.forge.host(),
            "token",
            LocalForge.TOKEN);
    connection = test.made(CONNECTIONS, "/git_connection_id", body).replaceFirst(".*/", "");
  }

  static Map<String, Write> of(EveryWrite test) {
    return new GitWrites(test).all();
  }

  private Map<String, Write> all() {
    var all =
        new HashMap<>(test.thing("git_connection", CONNECTIONS, "/git_connection_id", _ -> body));
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
    withForge(all);
    return all;
  }

  /** Reviews of version 3, each of another commit, and set-ups of version 2. */
  private void withForge(Map<String, Write> all) {
    String pull = json("pr_url", "https://" + test.forge.host() + "/a/b/pull/1");
    for (String path :
        List.of("/v3/organizations/{org_id}/pr-reviews", "/v3/enterprise/pr-reviews")) {
      all.put("POST " + path, write("create_session", () -> reviewed(path), pull));
    }
    String old = "/v2/enterprise/organizations/{org_id}/";
    String setUp = old + "clone-repository";
    all.put(
        "POST " + setUp,
        write("start_repo_setup", () -> reviewed(setUp), json("repo_path", "a/b")));
    String permissions = old + "git-permissions";
    all.put(
        "PUT " + permissions,
        write(
            "create_git_permission",
            () -> permitted("{\"permissions\":[]}", permissions),
            item("audited/old")));
    all.put(
        "DELETE " + permissions,
        write("delete_git_permission", () -> permitted(item("audited/old"), permissions), ""));
  }

  /** When the organization may reach the pull request, which has a new commit. */
  private String reviewed(String path) {
    test.forge.says("/api/v3/repos/a/b/pulls/1", json("head", fields("sha", ++test.made)));
    return permitted(item("a/b"), path);
  }

  private String permitted(String items, String path) {
    test.after("PUT", test.at(PERMISSIONS), items);
    return test.at(path);
  }

  private static Write write(String action, Supplier<String> path, String body) {
    return EveryWrite.write(action, path, body);
  }

  private String permission() {
    return test.made(PERMISSIONS, "/0/git_permission_id", item("audited/one" + ++test.made));
  }

  private String item(String path) {
    return json("permissions", List.of(fields("git_connection_id", connection, "repo_path", path)));
  }
}
