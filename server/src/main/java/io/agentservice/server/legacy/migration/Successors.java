package io.agentservice.server.legacy.migration;

import io.agentservice.server.base.http.Route;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Which path takes the place of which. */
public final class Successors {
  private static final String ORG = "/v3/organizations/{org_id}";
  private static final String ACCOUNT = "/v3/enterprise";
  private static final String SESSION = ORG + "/sessions/{session_id}";

  private static final Map<String, String> PATHS = paths();

  private Successors() {}

  private static Map<String, String> paths() {
    var paths = new LinkedHashMap<String, String>();
    paths.put("/v1/auth_status", "/v3/self");
    paths.put("/v1/sessions", ORG + "/sessions");
    for (String one : new String[] {"/v1/session", "/v1/sessions"}) {
      paths.put(one + "/{session_id}", SESSION);
      paths.put(one + "/{session_id}/message", SESSION + "/messages");
      paths.put(one + "/{session_id}/messages", SESSION + "/messages");
      paths.put(one + "/{session_id}/tags", SESSION + "/tags");
    }
    paths.put("/sessions/{session_id}", SESSION);
    paths.put("/v1/attachments", ORG + "/attachments");
    paths.put("/v1/attachments/{uuid}/{name}", ORG + "/attachments/{uuid}/{name}");
    paths.put("/v1/playbooks", ORG + "/playbooks");
    paths.put("/v1/playbooks/{playbook_id}", ORG + "/playbooks/{playbook_id}");
    paths.put("/v1/knowledge", ORG + "/knowledge/notes");
    paths.put("/v1/knowledge/{note_id}", ORG + "/knowledge/notes/{note_id}");
    paths.put("/v1/secrets", ORG + "/secrets");
    paths.put("/v1/secrets/{secret_id}", ORG + "/secrets/{secret_id}");
    paths.put("/v1/audit-logs", ACCOUNT + "/audit-logs");
    paths.put("/v1/enterprise/audit-logs", ACCOUNT + "/audit-logs");
    paths.put("/enterprise/consumption", ACCOUNT + "/consumption/daily");
    paths.put("/v1/enterprise/consumption", ACCOUNT + "/consumption/daily");
    paths.put("/v2/enterprise/self", "/v3/self");
    String old = "/v2/enterprise";
    String keys = "/v3beta1/self/api-keys";
    String users = "/members/users";
    String org = "/organizations/{org_id}";
    paths.put(old + "/api-keys", keys);
    paths.put(old + "/api-keys/{api_key_id}", keys + "/{api_key_id}");
    paths.put(old + "/members", ACCOUNT + users);
    paths.put(old + "/members/{user_id}", ACCOUNT + users + "/{user_id}");
    paths.put(old + "/organizations", ACCOUNT + "/organizations");
    paths.put(old + org, ACCOUNT + org);
    paths.put(old + org + "/members", ACCOUNT + org + users);
    paths.put(old + org + "/members/{user_id}", ACCOUNT + org + users + "/{user_id}");
    paths.put(old + "/sessions", ACCOUNT + "/sessions");
    paths.put(old + "/sessions/insights", ACCOUNT + "/sessions/insights");
    paths.put(old + org + "/sessions", ORG + "/sessions");
    paths.put(old + org + "/git-permissions", ACCOUNT + org + "/git-providers/permissions");
    paths.put(old + org + "/clone-repository", ORG + "/sessions");
    paths.put(old + "/audit-logs", ACCOUNT + "/audit-logs");
    paths.put(old + "/roles", ACCOUNT + "/roles");
    paths.put(old + "/groups", ACCOUNT + "/members/idp-groups");
    paths.put(old + "/playbooks", ACCOUNT + "/playbooks");
    String daily = "/consumption/daily";
    paths.put(old + "/consumption/cycles", ACCOUNT + "/consumption/cycles");
    paths.put(old + daily, ACCOUNT + daily);
    paths.put(old + daily + "/users/{user_id}", ACCOUNT + daily + "/users/{user_id}");
    paths.put(old + daily + "/{user_id}", ACCOUNT + daily + "/users/{user_id}");
    paths.put(old + "/metrics/usage", ACCOUNT + "/metrics/usage");
    paths.put(old + "/metrics/searches", ACCOUNT + "/metrics/searches");
    paths.put(old + "/org-group-limits", ACCOUNT + "/org-group-limits");
    paths.put(old + "/infrastructure/hypervisors", ACCOUNT + "/hypervisors");
    return paths;
  }

  /** The route, with what takes its place. */
  public static Route of(Route outdated) {
    String successor = PATHS.get(outdated.path());
    return outdated.succeededBy(
        Objects.requireNonNull(successor, () -> "no successor of " + outdated.path()));
  }

  /** All of them, the outdated path first. */
  public static Map<String, String> all() {
    return Collections.unmodifiableMap(PATHS);
  }
}
