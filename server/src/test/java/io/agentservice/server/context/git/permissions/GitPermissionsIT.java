package io.agentservice.server.context.git.permissions;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What organizations may reach by git (api-enterprise.md 14). */
class GitPermissionsIT extends OnOrganization {
  private static final String CONNECTIONS = "/v3/enterprise/git-providers/connections";

  private ApiClient admin;
  private String permissions;
  private String connection;

  @BeforeEach
  void aConnection() {
    admin = server.admin();
    permissions = "/v3/enterprise/organizations/" + org + "/git-providers/permissions";
    connection = connection("git.test");
  }

  private String connection(String host) {
    return admin
        .post(CONNECTIONS, json("git_provider_type", "gitlab_token", "host", host, "token", "t"))
        .ok()
        .text("/git_connection_id");
  }

  /** {@code name=text} for each item, in the connection. */
  private String items(String... items) {
    return IntStream.range(0, items.length)
        .mapToObj(i -> items[i].split("=", 2))
        .map(item -> {
          String readOnly = item[0].startsWith("!") ? ",\"read_only\":true" : "";
          return "{\"git_connection_id\":\"%s\",\"%s\":\"%s\"%s}"
              .formatted(connection, item[0].replace("!", ""), item[1], readOnly);
        })
        .collect(Collectors.joining(",", "{\"permissions\":[", "]}"));
  }

  private Reply add(String... items) {
    return admin.post(permissions, items(items));
  }

  private List<String> ids() {
    return admin.get(permissions).ok().each("/git_permission_id");
  }

  @Test
  void item63LongAndShortFieldNamesGiveTheSameRecord() {
    for (String form :
        List.of(
            "repo_path=a/b",
            "repo_path=git.test/a/b",
            "repo_path=https://git.test/a/b.git",
            "repo_url=https://git.test/a/b",
            "repo_url=http://GIT.test/a/b/",
            "repo_url=a/b.git")) {
      var shown = admin.put(permissions, items(form)).ok();
      assertThat(shown.text("/0/repo_path")).as(form).isEqualTo("a/b");
      assertThat(shown.text("/0/repo_url")).isEqualTo("https://git.test/a/b");
      assertThat(shown.text("/0/group_prefix")).isNull();
      assertThat(shown.text("/0/group_prefix_url")).isNull();
      assertThat(shown.text("/0/prefix_path")).isNull();
    }
    for (String form :
        List.of(
            "group_prefix=g",
            "group_prefix=g/",
            "group_prefix=git.test/g",
            "group_prefix_url=https://git.test/g/",
            "group_prefix_url=g")) {
      var shown = admin.put(permissions, items(form)).ok();
      assertThat(shown.text("/0/group_prefix")).as(form).isEqualTo("g");
      assertThat(shown.text("/0/group_prefix_url")).isEqualTo("https://git.test/g");
      assertThat(shown.text("/0/repo_path")).isNull();
    }
    var prefix = admin.put(permissions, items("!prefix_path=git.test/ a")).ok();
    assertThat(prefix.text("/0/prefix_path")).isEqualTo("git.test/ a");
    assertThat(prefix.at("/0/read_only").booleanValue()).isTrue();
  }

  @Test
  void whatIsShownCanBeSentBackAndChangesNothing() {
    add("repo_path=a/b", "!group_prefix=a", "prefix_path=x").ok();
    var before = admin.get(permissions).ok();
    String body = "{\"permissions\":" + before.at("/items") + "}";
    int records = server.given().audit(org).size();

    var answer = admin.put(permissions, body).ok();

    assertThat(answer.at("")).isEqualTo(before.at("/items"));
    assertThat(admin.get(permissions).ok().at("/items")).isEqualTo(before.at("/items"));
    assertThat(server.given().audit(org)).hasSize(records);
  }

  @Test
  void item63DoublesAndOverlapsAreRefusedAndNothingOfTheRequestIsKept() {
    add("repo_path=a/b").ok();
    var before = ids();
    add("repo_path=c/d", "repo_url=https://git.test/a/b").refused(409, "git_permission_exists");
    add("repo_path=c/d", "!repo_path=a/b").refused(409, "git_permission_exists");
    add("repo_path=c/d", "group_prefix=a").refused(409, "git_permission_overlap");
    add("group_prefix=g", "repo_path=g/x").refused(409, "git_permission_overlap");
    add("prefix_path=git.test/").refused(409, "git_permission_overlap");
    admin
        .put(permissions, items("repo_path=c/d", "repo_path=e/f", "repo_path=c/d"))
        .invalid("body.permissions.2 duplicate");
    admin
        .put(permissions, items("repo_path=c/d", "group_prefix=c"))
        .invalid("body.permissions.1 inconsistent");
    assertThat(ids()).isEqualTo(before);

    add("!group_prefix=a").ok();
    String group = permissions + "/" + ids().getFirst();
    admin.patch(group, "{\"read_only\":false}").refused(409, "git_permission_overlap");
  }

  @Test
  void aWalkShowsEachOnce() {
    add("repo_path=a/b", "repo_path=a/c", "repo_path=a/d").ok();
    var first = admin.get(permissions + "?first=2").ok();
    var second = admin.get(permissions + "?first=2&after=" + first.text("/end_cursor")).ok();
    assertThat(first.each("/git_permission_id")).isEqualTo(ids().subList(0, 2));
    assertThat(second.each("/git_permission_id")).isEqualTo(ids().subList(2, 3));
  }

  @Test
  void oneOfAnotherOrganizationIsUnknownHere() {
    add("repo_path=a/b").ok();
    String here =
        permissions.replace(org.value(), server.given().organization().value())
            + "/"
            + ids().getFirst();
    admin.patch(here, json("read_only", true)).refused(404, "git_permission_not_found");
    admin.delete(here).refused(404, "git_permission_not_found");
    assertThat(admin.get(permissions).ok().at("/items/0/read_only").booleanValue()).isFalse();
  }

  @Test
  void aPutKeepsWhatIsEqualAndChangesTheRest() {
    add("repo_path=a/b", "repo_path=c/d").ok();
    var before = admin.get(permissions).ok();
    String kept = before.text("/items/1/git_permission_id");

    var answer = admin.put(permissions, items("repo_path=e/f", "!repo_path=a/b")).ok();

    assertThat(answer.text("/0/repo_path")).isEqualTo("e/f");
    assertThat(answer.text("/1/git_permission_id")).isEqualTo(kept);
    assertThat(answer.at("/1/read_only").booleanValue()).isTrue();
    assertThat(ids()).hasSize(2).contains(kept);
    assertThat(admin.put(permissions, "{\"permissions\":[]}").ok().body()).isEqualTo("[]");
    assertThat(ids()).isEmpty();
  }

  @Test
  void onePermissionIsChangedAndDeletedAndMadeAgainUnderANewId() {
    String id = add("repo_path=a/b").ok().text("/0/git_permission_id");
    String one = permissions + "/" + id;
    for (String nothing : List.of("{}", "{\"read_only\":null}")) {
      assertThat(admin.patch(one, nothing).ok().at("/read_only").booleanValue()).isFalse();
    }
    assertThat(admin.patch(one, "{\"read_only\":true}").ok().at("/read_only").booleanValue())
        .isTrue();
    var update = server.given().audit(org).getLast();
    assertThat(update.action()).isEqualTo("update_git_permission");
    assertThat(update.data().at("/changes/read_only/new").booleanValue()).isTrue();
    assertThat(update.data().at("/repo_path").stringValue()).isEqualTo("a/b");
    admin.patch(one, "{\"read_only\":1}").invalid("body.read_only type");

    assertThat(admin.delete(one).ok().text("/git_permission_id")).isEqualTo(id);
    admin.delete(one).refused(404, "git_permission_not_found");
    admin.patch(one, "{}").refused(404, "git_permission_not_found");
    assertThat(add("repo_path=a/b").ok().text("/0/git_permission_id")).isNotEqualTo(id);
  }

  @Test
  void allAreRemovedInTheOrderOfTheList() {
    add("repo_path=a/b", "repo_path=c/d").ok();
    add("repo_path=e/f").ok();
    assertThat(admin.get(permissions).ok().each("/repo_path")).containsExactly("e/f", "c/d", "a/b");
    var removed = admin.delete(permissions).ok();
    assertThat(removed.each("", "/repo_path")).containsExactly("e/f", "c/d", "a/b");
    assertThat(admin.delete(permissions).ok().body()).isEqualTo("[]");
  }

  @Test
  void everythingThatIsWrongIsTold() {
    admin.post(permissions, "{}").invalid("body.permissions missing");
    admin.post(permissions, "{\"permissions\":[]}").invalid("body.permissions too_short");
    admin.post(permissions, "{\"permissions\":{}}").invalid("body.permissions type");
    admin
        .post(
            permissions,
            items(IntStream.range(0, 201).mapToObj(i -> "repo_path=a/" + i).toArray(String[]::new)))
        .invalid("body.permissions too_long");
    String item = "{\"git_connection_id\":\"%s\"%s}";
    String unknown = "git-connection-" + "0".repeat(32);
    admin
        .post(
            permissions,
            "{\"permissions\":[1,%s,%s,%s,{\"repo_path\":5,\"read_only\":1}]}"
                .formatted(
                    item.formatted(connection, ",\"repo_path\":null"),
                    item.formatted(connection, ",\"repo_path\":\"a/b\",\"prefix_path\":\"a\""),
                    item.formatted(unknown, ",\"repo_path\":\"a/b\"")))
        .invalid(
            "body.permissions.0 type",
            "body.permissions.1 inconsistent",
            "body.permissions.2 inconsistent",
            "body.permissions.3.git_connection_id unknown_reference",
            "body.permissions.4.read_only type",
            "body.permissions.4.git_connection_id missing",
            "body.permissions.4.repo_path type");
    admin
        .post(
            permissions,
            "{\"permissions\":[%s]}".formatted(item.formatted("\\u0000", ",\"repo_path\":\"a/b\"")))
        .invalid("body.permissions.0.git_connection_id pattern");
    add("repo_path=a", "repo_url=https://other.test/a/b", "group_prefix_url=ssh://x")
        .invalid(
            "body.permissions.0.repo_path format",
            "body.permissions.1.repo_url inconsistent",
            "body.permissions.2.group_prefix_url format");
    admin
        .post(
            permissions,
            "{\"permissions\":[%s]}"
                .formatted(
                    item.formatted(connection, ",\"repo_path\":\"a/b\",\"repo_url\":\"a/c\"")))
        .invalid("body.permissions.0.repo_url alias_conflict");
  }

  @Test
  void twoOrganizationsMayHoldTheSameAndTheDeletedOneLosesIts() {
    add("repo_path=a/b").ok();
    var other = server.given().organization();
    String others = permissions.replace(org.value(), other.value());
    admin.post(others, items("repo_path=a/b")).ok();
    admin.delete(CONNECTIONS + "/" + connection).refused(409, "git_connection_in_use");

    admin.delete(permissions).ok();
    admin.delete("/v3/enterprise/organizations/" + other).ok();

    admin.delete(CONNECTIONS + "/" + connection).ok();
    admin.get(others).refused(404, "organization_not_found");
  }

  @Test
  void severalWhoAddTheSameAtOnceAddItOnce() throws Exception {
    var statuses = concurrently(8, "repo_path=a/b");
    assertThat(statuses).containsOnly(200, 409).containsOnlyOnce(200);
    assertThat(ids()).hasSize(1);
  }

  private List<Integer> concurrently(int callers, String item) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers =
          IntStream.range(0, callers)
              .mapToObj(_ -> threads.submit(() -> add(item).status()))
              .toList();
      var statuses = new ArrayList<Integer>();
      for (var answer : answers) {
        statuses.add(answer.get());
      }
      return statuses;
    }
  }
}
