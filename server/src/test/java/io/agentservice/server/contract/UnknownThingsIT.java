package io.agentservice.server.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOutpost;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The order of checks (completions.md 8.2): a thing of the path that does not exist is a 404, also
 * when body and query are wrong, and whether its id is of the right shape or not.
 */
class UnknownThingsIT extends OnOutpost {
  private ApiClient human;
  private ApiClient old;
  private String robot;

  @BeforeEach
  void ownersOfKeys() {
    human = server.as(server.given().personalToken(server.given().human(org, "org_member")));
    robot = admin.get("/v3/self").ok().text("/service_user_id");
    old = server.as(server.given().legacyKey(server.given().human(null, "account_admin"), org));
  }

  @TestFactory
  Stream<DynamicTest> anUnknownThingIsA404WhateverElseIsWrong() {
    return server.routes().stream()
        .filter(route -> route.path().replace("{org_id}", "").contains("{"))
        .filter(route -> !route.path().contains("{link}")) // which is no id: 403
        .flatMap(route -> shapes(route).map(id -> test(route, id)));
  }

  /** The ids of version 2's keys alone are judged by their shape (completions.md 4). */
  private static Stream<String> shapes(Route route) {
    String known = "0".repeat(32);
    return route.path().endsWith("/enterprise/api-keys/{api_key_id}")
        ? Stream.of(known)
        : Stream.of(known, "x");
  }

  private DynamicTest test(Route route, String id) {
    String unknown = "service-user-" + id;
    String path =
        route
            .path()
            .replace("{org_id}", org.value())
            .replace("{session_id}", "agent-" + id)
            .replace("{schedule_id}", "sched-" + id)
            .replace("{mcp_server_id}", "mcp-" + id)
            .replace("{model_id}", "model-" + id)
            .replace("{push_subscription_id}", "push-" + id)
            .replace("{outpost_id}", "outpost_env-" + id)
            .replace("{service_user_id}", route.path().contains("{api_key_id}") ? robot : unknown)
            .replace("{api_key_id}", "key-" + id)
            .replace("{uuid}/{name}", id + "/a.txt")
            .replace("{tag}", id)
            .replace("{idp_group_name}", id)
            .replace("{git_connection_id}", "git-connection-" + id)
            .replace("{git_permission_id}", "git-permission-" + id)
            .replace("{repository_path}", id + "/" + id)
            .replace("{branch_name}", id)
            .replace("{image_index}", "0")
            .replaceAll("\\{([a-z]+)_id}", "$1-" + id);
    assertThat(path).as("an id that this test does not know").doesNotContain("{");
    String method = route.method().name();
    String body = method.equals("GET") || method.equals("DELETE") ? "" : "{\"name\":1}";
    var caller =
        path.startsWith("/v1/") || path.startsWith("/sessions/")
            ? member
            : path.startsWith("/v2/") ? old : path.contains("/self/") ? human : admin;
    return DynamicTest.dynamicTest(
        method + " " + path,
        () -> {
          var reply = caller.send(method, path + "?first=x&watch=x&force=x&archive=x", body);
          assertThat(reply.status()).as(reply.body()).isEqualTo(404);
          assertThat(reply.text("/code")).endsWith("_not_found");
        });
  }
}
