package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Section 12.9 of completions.md, on the routes that there are: what clients of the hosted product
 * rely on. Each test names its item.
 */
class ClientConformanceIT extends OnOrganization {
  /** Blanks at both ends, both kinds of line ends, a combining character and its composed form. */
  private static final String TEXT =
      " \t\r\n a\r\nb\nc\re\u0301 \u00e9 \u1112\u1161\u11ab \u200b \n ";

  private String sessions;
  private String notes;

  @BeforeEach
  void paths() {
    sessions = path("sessions");
    notes = path("knowledge/notes");
  }

  private Reply create(String fields) {
    return member.post(sessions, "{\"prompt\":\"p\"" + fields + "}").ok();
  }

  private String id(Reply session) {
    return session.text("/session_id");
  }

  private List<String> found(String query) {
    return member.get(sessions + "?" + query).ok().each("/session_id");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Test
  @DisplayName("99: arrays are understood repeated, with commas, and wrapped in qs")
  void arraysHaveManySpellings() {
    String a = id(create(""));
    String b = id(create(""));
    create("");
    String json = json("session_ids", List.of(a, b), "first", null);
    for (String query :
        List.of(
            "session_ids=%s,%s".formatted(a, b),
            "session_ids=%s&session_ids=%s".formatted(b, a),
            "session_ids[]=%s&session_ids[]=%s".formatted(a, b),
            "session_ids=devin-%s,%s".formatted(a.substring(6), b.substring(6)),
            "qs[session_ids]=%s,%s".formatted(a, b),
            "qs[session_ids][]=%s&qs[session_ids][]=%s".formatted(a, b),
            "qs=" + encoded(json),
            "session_ids=%s,%s&qs=%s".formatted(b, a, encoded(json)))) {
      String sent = query.replace("[", "%5B").replace("]", "%5D");
      assertThat(found(sent)).as(query).containsExactly(b, a);
    }
    member
        .get(sessions + "?session_ids=%s&qs=%s".formatted(a, encoded(json)))
        .invalid("query.qs alias_conflict");
    member.get(sessions + "?qs=5").invalid("query.qs type");
    member.get(sessions + "?session_ids=" + "x,".repeat(201)).invalid("query.session_ids too_long");
  }

  @Test
  @DisplayName("99: tags with commas are one tag or all of them, origins their parts")
  void commasInTagsAndWords() {
    String both = id(create(",\"tags\":[\"a\",\"b\"]"));
    String whole = id(create(",\"tags\":[\"a,b\"]"));
    String one = id(create(",\"tags\":[\"a\"]"));
    assertThat(found("tags=a,b")).containsExactly(whole, both);
    assertThat(found("tags=a,b&tags=a")).containsExactly(both);
    assertThat(found("tags=a,c")).isEmpty();
    assertThat(found("tags=a")).containsExactly(one, both);
    assertThat(found("tags=a,")).containsExactly(one, both);

    var cli = member.with("X-Agent-Origin", "cli").post(sessions, json("prompt", "p")).ok();
    assertThat(found("origins=api,cli")).containsExactly(id(cli), one, whole, both);
    assertThat(found("origins=cli,desktop")).containsExactly(id(cli));
    member.get(sessions + "?origins=api,nope").invalid("query.origins enum");
  }

  @Test
  @DisplayName("99: a value with a comma is searched for as it is, too, and a scalar never split")
  void commasElsewhere() {
    String child = id(create(""));
    assertThat(found("user_ids=x,y&session_ids=" + child)).isEmpty();
    assertThat(found("parent_session_id=" + child + ",x")).isEmpty();
    member.get(sessions + "?is_archived=true,false").invalid("query.is_archived type");
  }

  @Test
  @DisplayName("100: an empty parameter is as if it was not sent")
  void emptyParameters() {
    String id = id(create(""));
    assertThat(
            found(
                "after=&first=&limit=&tags=&session_ids=&created_after=&is_archived=&category="
                    + "&origins=&order=&qs=&parent_session_id="))
        .containsExactly(id);
    assertThat(member.get(notes + "?after=&first=&search=&pinned_repo=").ok().at("/items"))
        .isEmpty();
    server.admin().get("/opbeta/outposts/agents?cursor=&first=&phase=&outpost=&wait=").ok();
    server.admin().get("/opbeta/outposts?after=&first=").ok();
    member.post(sessions + "?agent_id=", json("prompt", "p")).ok();
  }

  @Test
  @DisplayName("101: limit pages every v3 list")
  void limitIsFirst() {
    for (int i = 0; i < 3; i++) {
      create(",\"title\":\"s%d\"".formatted(i));
      note("n" + i, "t", "");
    }
    String one = sessions + "/" + found("").getFirst();
    member.post(one + "/messages", json("message", "second")).ok();
    member.post(one + "/messages", json("message", "third")).ok();
    assertThat(pages(sessions, "/title")).containsExactly("s2", "s1", "s0");
    assertThat(pages(notes, "/name")).containsExactly("n2", "n1", "n0");
    assertThat(pages(one + "/messages", "/message")).containsExactly("p", "second", "third");
    assertThat(found("limit=2&first=2")).hasSize(2);
    member.get(sessions + "?limit=2&first=3").invalid("query.first alias_conflict");
    member.get(sessions + "?first=2&limit=3").invalid("query.limit alias_conflict");
    member.get(notes + "?limit=201").invalid("query.limit too_large");
  }

  private List<String> pages(String path, String field) {
    var page = member.get(path + "?limit=2").ok();
    var rows = new ArrayList<>(page.each(field));
    assertThat(rows).hasSize(2);
    rows.addAll(member.get(path + "?limit=2&after=" + page.text("/end_cursor")).ok().each(field));
    return rows;
  }

  @Test
  @DisplayName("102: every list has an int total, also beyond 10,000 matches")
  void totalsAreNumbers() {
    server
        .given()
        .update(
            """
            INSERT INTO note (note_id, account_id, org_id, name, body, trigger, is_enabled)
            SELECT 'note-' || lpad(to_hex(n), 32, '0'), account_id, ?, 'n', 'b', 't', true
              FROM account, generate_series(1, 10050) AS n
            """,
            org.value());
    assertThat(total(notes + "?first=1")).isEqualTo(10_050);
    assertThat(total(notes + "?search=n")).isEqualTo(10_050);
    String session = id(create(""));
    assertThat(total(sessions)).isEqualTo(1);
    assertThat(total(sessions + "/" + session + "/messages")).isEqualTo(1);
    for (String path : List.of("/opbeta/outposts", "/opbeta/outposts/agents")) {
      assertThat(server.admin().get(path).ok().at("/total").isIntegralNumber()).isTrue();
    }
  }

  private long total(String path) {
    return member.get(path).ok().at("/total").longValue();
  }

  @Test
  @DisplayName("103: a body where none is asked for is read and ignored, on every method")
  void bodiesWhereNoneIsAskedFor() {
    var empty = member.with("Content-Type", "application/json");
    var plain = member.with("Content-Type", "text/plain");
    for (String body : List.of("", "{}", "{\"a\":[1]}", "[1,2]", "null", "7")) {
      String one = sessions + "/" + id(create(""));
      for (var caller : List.of(member, empty)) {
        caller.send("POST", one + "/archive", body).ok();
        caller.send("POST", one + "/unarchive", body).ok();
        caller.send("POST", one + "/terminate", body).ok();
        caller.send("DELETE", one, body).ok();
        caller.send("DELETE", notes + "/" + note("n", "t", "").text("/note_id"), body).ok();
        caller.send("GET", one, body).ok();
        caller.send("GET", notes, body).ok();
      }
    }
    plain.send("POST", sessions + "/" + id(create("")) + "/terminate", "").ok();
    plain.send("GET", sessions, "").ok();
  }

  @Test
  @DisplayName("103: terminating by POST is as by DELETE")
  void terminateByPost() {
    String one = sessions + "/" + id(create(""));
    var ended = member.post(one + "/terminate", "").ok();
    assertThat(ended.text("/status")).isEqualTo("exit");
    assertThat(ended.at("/is_archived").booleanValue()).isFalse();
    assertThat(member.delete(one).ok().json()).isEqualTo(ended.json());
    var archived = member.post(one + "/terminate?archive=true", "").ok();
    assertThat(archived.at("/is_archived").booleanValue()).isTrue();
    member.post(sessions + "/x/terminate", "").refused(404, "session_not_found");
    member.post(one + "/terminate?archive=maybe", "").invalid("query.archive type");
  }

  @Test
  @DisplayName("103: a body of JSON by another type, or by none, is taken")
  void typesOfJson() {
    for (String type :
        List.of("", "application/vnd.client.v1+json", "Application/JSON; charset=latin1")) {
      member.with("Content-Type", type).post(sessions, json("prompt", "p")).ok();
    }
    for (String type : List.of("application/jsonp", "text/json", "application/x-ndjson")) {
      member
          .with("Content-Type", type)
          .post(sessions, json("prompt", "p"))
          .refused(415, "unsupported_media_type");
    }
  }

  @Test
  @DisplayName("104: texts come back byte for byte")
  void textsAsTheyWereSent() {
    String text = Json.MAPPER.writeValueAsString(TEXT);
    var note =
        member
            .post(notes, "{\"name\":%s,\"body\":%s,\"trigger\":%s}".formatted(text, text, text))
            .ok();
    for (var shown : List.of(note, member.get(notes + "/" + note.text("/note_id")).ok())) {
      for (String field : List.of("/name", "/body", "/trigger", "/trigger_description")) {
        assertThat(shown.text(field)).as(field).isEqualTo(TEXT);
      }
    }
    var folder = member.post(path("knowledge/folders"), "{\"name\":%s}".formatted(text)).ok();
    assertThat(folder.text("/name")).isEqualTo(TEXT);
    assertThat(folder.text("/path")).isEqualTo("/" + TEXT);

    var session = member.post(sessions, "{\"prompt\":%s,\"title\":%s}".formatted(text, text)).ok();
    assertThat(session.text("/title")).isEqualTo(TEXT);
    String messages = sessions + "/" + id(session) + "/messages";
    member.post(messages, "{\"message\":%s}".formatted(text)).ok();
    assertThat(member.get(messages).ok().each("/message")).containsExactly(TEXT, TEXT);

    var outpost =
        server
            .admin()
            .post(
                "/opbeta/outposts",
                "{\"name\":\"%s\",\"description\":%s}".formatted(org.value().substring(4), text))
            .ok();
    assertThat(outpost.text("/spec/description")).isEqualTo(TEXT);
  }

  private Reply note(String name, String trigger, String more) {
    return member
        .post(
            notes,
            "{\"name\":\"%s\",\"body\":\"b\",\"trigger\":\"%s\"%s}".formatted(name, trigger, more))
        .ok();
  }

  private Reply pinned(String repo) {
    return note(repo, "", ",\"pinned_repo\":\"%s\"".formatted(repo));
  }

  @Test
  @DisplayName(
      "106: a note keeps its pinned_repo as sent, null clears it, its trigger may be empty")
  void pinnedReposOfNotes() {
    for (String repo : List.of("github.com/owner/repo", "owner/repo", "a/b/c", "all")) {
      var note = pinned(repo);
      assertThat(note.text("/trigger")).isEmpty();
      assertThat(note.text("/pinned_repo")).isEqualTo(repo);
      String one = notes + "/" + note.text("/note_id");
      String write = "{\"name\":\"n\",\"body\":\"b\",\"trigger_description\":\"\"%s}";
      assertThat(member.put(one, write.formatted("")).ok().text("/pinned_repo")).isEqualTo(repo);
      var cleared = member.put(one, write.formatted(",\"pinned_repo\":null")).ok();
      assertThat(cleared.text("/pinned_repo")).isNull();
    }
    for (String repo : List.of("", "owner", "owner/", "https://github.com/owner/repo", "o w/r")) {
      member
          .post(notes, json("name", "n", "body", "b", "trigger", "", "pinned_repo", repo))
          .invalid("body.pinned_repo pattern");
    }
  }

  @Test
  @DisplayName("106: the filter compares without the host when either side has none")
  void filterOfPinnedRepos() {
    pinned("github.com/owner/repo");
    pinned("git.corp/owner/repo");
    pinned("owner/repo");
    pinned("owner/other");
    pinned("all");
    assertThat(pinnedTo("owner/repo"))
        .containsExactly("owner/repo", "git.corp/owner/repo", "github.com/owner/repo");
    assertThat(pinnedTo("GitHub.com/owner/repo"))
        .containsExactly("owner/repo", "github.com/owner/repo");
    assertThat(pinnedTo("all")).containsExactly("all");
    assertThat(pinnedTo("nonsense")).isEmpty();
  }

  private List<String> pinnedTo(String repo) {
    return member.get(notes + "?pinned_repo=" + encoded(repo)).ok().each("/pinned_repo");
  }

  @Test
  @DisplayName("112: a key of one organization is forbidden in another, and in the account")
  void anotherOrganizationIsForbidden() {
    var other = server.given().organization();
    for (String id : List.of(other.value(), "org-" + "0".repeat(32), "x")) {
      var refused =
          member
              .get("/v3/organizations/" + id + "/sessions")
              .refused(404, "organization_not_found");
      assertThat(refused.text("/detail"))
          .isEqualTo("No such organization, or access to it is forbidden");
    }
    member.get("/opbeta/outposts").refused(403, "permission_denied");
  }

  @Test
  @DisplayName("114: repos of a session are paths, paths on a host, or addresses")
  void reposOfSessions() {
    String paths = id(create(",\"repos\":[\"owner/repo\",\"group/sub/repo\"]"));
    String host = id(create(",\"repos\":[\"git.corp/owner/repo.git\"]"));
    String address = id(create(",\"repos\":[\"https://github.com/owner/repo.git\"]"));
    String ofBranch = id(create(",\"repos\":[\"owner/repo@release/2\"]"));
    create(",\"repos\":[\"https://github.com/owner/other\"]");
    create(",\"repos\":[]");
    for (String repo : List.of("owner/repo", "https://github.com/owner/repo", "h.x/owner/repo")) {
      assertThat(found("repo_names=" + encoded(repo)))
          .containsExactly(ofBranch, address, host, paths);
    }
    assertThat(found("repo_names=x/y,group/sub/repo")).containsExactly(paths);
    member
        .post(
            sessions,
            json(
                "prompt",
                "p",
                "repos",
                List.of("owner/repo", "owner", "git@h:o/r", "ftp://h/o/r", "")))
        .invalid(
            "body.repos.1 pattern",
            "body.repos.2 pattern",
            "body.repos.3 pattern",
            "body.repos.4 too_short");
    var many = Json.MAPPER.writeValueAsString(Collections.nCopies(51, "o/r"));
    member
        .post(sessions, "{\"prompt\":\"p\",\"repos\":%s}".formatted(many))
        .invalid("body.repos too_long");
  }

  @Test
  @DisplayName("116: the state of a pull request is never null")
  void statesOfPullRequests() {
    var schemas = server.anonymous().get("/openapi.json").ok().at("/components/schemas");
    var state = Map.of("pr_state", schemas.at("/PullRequest/properties/pr_state"));
    assertThat(state.get("pr_state").path("type").asString()).isEqualTo("string");
    assertThat(state.get("pr_state").path("enum").valueStream().map(word -> word.asString()))
        .containsExactly("open", "closed", "merged", "draft");
  }
}
