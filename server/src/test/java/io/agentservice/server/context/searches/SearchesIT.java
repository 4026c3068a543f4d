package io.agentservice.server.context.searches;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.context.indexing.OnGitHost;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.Reply;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Searches and their lists (api-org.md 10, api-enterprise.md 16). */
class SearchesIT extends OnGitHost {
  private static final String OF_ALL = "/v3beta1/enterprise/searches";

  private String searches;
  private String path;

  @BeforeEach
  void paths() {
    searches = "/v3beta1/organizations/" + org + "/searches";
    path = group + "/app";
  }

  private void index(Map<String, String> files) {
    host.repository(path, files);
    indexed(path, "");
  }

  @Test
  void aNameIsFoundHoweverItIsWrittenAndWhereItIsDeclaredFirst() {
    index(
        Map.of(
            "Caller.java", "run(parseRequest(in)); parseRequest(x); log(parseRequest(y));\n",
            "Parser.java", "static int def parseRequest(Input in) {\n}\n",
            "snake.py", "x = parse_request(1)\n",
            "doc.md", "How a request is parsed by us.\n",
            "other.txt", "the request\n"));
    for (String query : new String[] {"parseRequest", "PARSE_REQUEST", "parserequest"}) {
      assertThat(found(query))
          .as(query)
          .startsWith("Parser.java")
          .contains("snake.py", "Caller.java");
    }
    assertThat(found("parseRequest")).contains("doc.md").doesNotContain("other.txt");
    assertThat(found("how are requests parsed")).startsWith("doc.md");
    assertThat(found("request nowhereAtAll")).contains("other.txt"); // any, where none has all
    assertThat(found("the")).containsExactly("other.txt");
    assertThat(found("' & | ! <-> :* \\ ( \"")).isEmpty();
  }

  @Test
  void anExcerptIsTheLinesAroundWhatFitsBest() {
    var text = new StringBuilder();
    for (int line = 1; line <= 100; line++) {
      text.append(line == 57 ? "here is theNeedle\n" : "line " + line + "\n");
    }
    index(Map.of("hay.txt", text.toString()));
    var result = search("theNeedle").at("/results/0");
    assertThat(result.get("repo_path").stringValue()).isEqualTo(path);
    assertThat(result.get("excerpt").stringValue()).contains("line 56\nhere is theNeedle\nline 58");
    int first = result.get("line_start").intValue();
    assertThat(result.get("excerpt").stringValue().lines().toList().get(57 - first))
        .isEqualTo("here is theNeedle");
    assertThat(result.get("line_end").intValue() - first + 1)
        .isEqualTo((int) result.get("excerpt").stringValue().lines().count())
        .isLessThanOrEqualTo(12);
    assertThat(result.get("score").doubleValue()).isBetween(0.5, 1.0);
  }

  @Test
  void item56ASearchIsKeptWithoutWhatItFoundAndToldToTheAuditLog() {
    index(Map.of("a.txt", "alpha\n"));
    var made = member.post(searches, json("query", "alpha", "max_results", 1)).ok();
    assertThat(made.text("/status")).isEqualTo("completed");
    assertThat(made.at("/result_count").intValue()).isEqualTo(1);
    assertThat(made.text("/origin")).isEqualTo("api");
    assertThat(made.each("/repo_names", "")).containsExactly(path);
    assertThat(made.text("/service_user_id"))
        .isEqualTo(member.get("/v3/self").text("/service_user_id"));
    var listed = member.get(searches).ok();
    assertThat(listed.each("/search_id")).containsExactly(made.text("/search_id"));
    assertThat(listed.body()).doesNotContain("excerpt");
    var record = server.given().audit(org).getLast();
    assertThat(record.action()).isEqualTo("search_query");
    assertThat(record.data().toString())
        .contains(made.text("/search_id"), path, "\"result_count\":1")
        .doesNotContain("alpha");
  }

  @Test
  void whatIsWrongIsTold() {
    member.post(searches, "{}").invalid("body.query missing");
    member
        .post(searches, json("query", "", "max_results", 101, "repo_names", List.of("no/where", 5)))
        .invalid(
            "body.query too_short",
            "body.max_results too_large",
            "body.repo_names.1 type",
            "body.repo_names.0 unknown_reference");
    member.post(searches, json("query", "x".repeat(4097))).invalid("body.query too_long");
    member
        .with("X-Agent-Origin", "moon")
        .post(searches, json("query", "q"))
        .invalid("header.X-Agent-Origin enum");
    assertThat(member.post(searches, json("query", "nothing is indexed")).ok().at("/results"))
        .isEmpty();
  }

  @Test
  void theSameKeyIsOneSearch() {
    var once = member.with("Idempotency-Key", "k1");
    var first = once.post(searches, json("query", "q")).ok();
    assertThat(once.post(searches, json("query", "q")).ok().body()).isEqualTo(first.body());
    assertThat(member.get(searches).ok().at("/total").intValue()).isEqualTo(1);
  }

  private Reply made(ApiClient by, String query) {
    return by.post(searches, json("query", query)).ok();
  }

  @Test
  void listsAreFilteredInTheOrganizationAndInTheAccount() {
    var human = server.given().human(org, "org_member");
    var person = server.as(server.given().personalToken(human));
    made(member.with("X-Agent-Origin", "slack"), "First");
    made(person, "second");
    made(person, "third");
    String robot = member.get("/v3/self").text("/service_user_id");
    assertThat(member.get(searches).ok().each("/query"))
        .containsExactly("third", "second", "First");
    assertThat(member.get(searches + "?user_ids=" + human).ok().each("/query"))
        .containsExactly("third", "second");
    assertThat(member.get(searches + "?service_user_ids=" + robot).ok().each("/query"))
        .containsExactly("First");
    assertThat(member.get(searches + "?origins=slack,cli").ok().each("/query"))
        .containsExactly("First");
    assertThat(member.get(searches + "?search=FIRS").ok().each("/query")).containsExactly("First");
    assertThat(member.get(searches + "?repo_names=a/b").ok().at("/items")).isEmpty();
    assertThat(member.get(searches + "?created_after=99999999999").ok().at("/items")).isEmpty();
    assertThat(member.get(searches + "?created_before=1").ok().at("/items")).isEmpty();
    member
        .get(searches + "?created_after=2&created_before=1")
        .invalid("query.created_after inconsistent");
    member.get(searches + "?origins=moon").invalid("query.origins enum");

    assertThat(admin.get(OF_ALL + "?org_ids=" + org).ok().each("/query")).hasSize(3);
    assertThat(admin.get(OF_ALL + "?org_ids=" + server.given().organization()).ok().at("/items"))
        .isEmpty();
    var page = admin.get(OF_ALL + "?first=1&org_ids=" + org).ok();
    assertThat(
            admin
                .get(OF_ALL + "?first=2&org_ids=" + org + "&after=" + page.text("/end_cursor"))
                .ok()
                .each("/query"))
        .containsExactly("second", "First");
    boss.get(OF_ALL).refused(403, "permission_denied");
  }

  @Test
  void anotherOrganizationFindsNothingOfIt() {
    index(Map.of("a.txt", "crownJewels\n"));
    var other = server.given().organization();
    var stranger = server.as(server.given().key(other, "org_member"));
    String theirs = "/v3beta1/organizations/" + other + "/searches";
    assertThat(stranger.post(theirs, json("query", "crownJewels")).ok().at("/results")).isEmpty();
    stranger
        .post(theirs, json("query", "q", "repo_names", List.of(path)))
        .invalid("body.repo_names.0 unknown_reference");
    assertThat(stranger.get(theirs).ok().each("/query")).containsExactly("crownJewels");
  }

  @Test
  void searchesOfHumansMakeThemActiveAndAreCounted() {
    var human = server.given().human(org, "org_admin");
    var person = server.as(server.given().personalToken(human));
    made(person, "one");
    made(member, "two");
    long now = server.given().number("SELECT extract(epoch FROM now())::bigint + 60");
    String range = "?time_after=" + (now - 3600) + "&time_before=" + now;
    String metrics = "/v3/organizations/" + org + "/metrics/";
    assertThat(boss.get(metrics + "searches" + range).ok().at("/searches_created_count").intValue())
        .isEqualTo(2);
    assertThat(
            boss.get(metrics + "active-users" + range + "&min_sessions=0&min_searches=1")
                .ok()
                .at("/active_users")
                .intValue())
        .isEqualTo(1);
  }
}
