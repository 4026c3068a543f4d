package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;

import io.agentservice.server.contract.EveryWrite.Write;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** How searches and what is indexed are written, for {@link EveryWrite}. */
final class IndexWrites {
  private static final String REPOSITORIES = "/v3beta1/organizations/{org_id}/repositories";
  private static final String ONE = REPOSITORIES + "/{repository_path}/indexing";
  private static final String SEARCHES = "/v3beta1/organizations/{org_id}/searches";
  private static final String ACTION = "update_repository_indexing";

  private final EveryWrite test;

  private IndexWrites(EveryWrite test) {
    this.test = test;
  }

  static Map<String, Write> of(EveryWrite test) {
    return new IndexWrites(test).all();
  }

  private Map<String, Write> all() {
    String all = REPOSITORIES + "/indexing";
    return Map.of(
        "PUT " + all,
        write(
            ACTION,
            () -> permitted(all),
            json("repositories", List.of(fields("repository_path", "indexed/one")))),
        "DELETE " + all,
        write(ACTION, () -> permitted(all), json("repository_paths", List.of("indexed/one"))),
        "PUT " + ONE,
        write(ACTION, this::one, "{}"),
        "DELETE " + ONE,
        write(ACTION, this::one, ""),
        "DELETE " + ONE + "/branches/{branch_name}",
        write(ACTION, () -> test.after("PUT", one(), json("branch_name", "b")) + "/branches/b", ""),
        "POST " + SEARCHES,
        write("search_query", () -> test.at(SEARCHES), json("query", "q")));
  }

  private static Write write(String action, Supplier<String> path, String body) {
    return EveryWrite.write(action, path, body);
  }

  private String one() {
    return permitted(ONE);
  }

  /** The path, when the organization may read the repository, on a host that nobody serves. */
  private String permitted(String path) {
    String connection =
        test.made(
                "/v3/enterprise/git-providers/connections",
                "/git_connection_id",
                json("git_provider_type", "github_token", "host", "127.0.0.1:1", "token", "t"))
            .replaceFirst(".*/", "");
    test.after(
        "PUT",
        test.at("/v3/enterprise/organizations/{org_id}/git-providers/permissions"),
        json(
            "permissions",
            List.of(fields("git_connection_id", connection, "group_prefix", "indexed"))));
    return test.at(path).replace("{repository_path}", "indexed/one");
  }
}
