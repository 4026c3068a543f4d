package io.agentservice.server.engine.sessions;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The same change of many sessions (design/web.md 7.5). */
class SessionBulkIT extends OnOrganization {
  private String make() {
    return member.post(path("sessions"), json("prompt", "p")).ok().text("/session_id");
  }

  private Reply all(String action, List<String> ids, List<String> tags) {
    return member.post(
        path("sessions/bulk"),
        tags.isEmpty()
            ? json("action", action, "session_ids", ids)
            : json("action", action, "session_ids", ids, "tags", tags));
  }

  private Reply session(String id) {
    return member.get(path("sessions/" + id)).ok();
  }

  @Test
  void whatIsRefusedOfOneLeavesTheOthersAlone() {
    String first = make();
    String second = make();
    var elsewhere = server.given().organization();
    String foreign =
        server
            .as(server.given().key(elsewhere, "org_member"))
            .post("/v3/organizations/" + elsewhere + "/sessions", json("prompt", "p"))
            .ok()
            .text("/session_id");
    var results =
        all("archive", List.of(first, foreign, "nonsense", second, first), List.of()).ok();
    assertThat(results.at("/results").size()).isEqualTo(4);
    assertThat(results.text("/results/0/session_id")).isEqualTo(first);
    assertThat(results.at("/results/0/ok").booleanValue()).isTrue();
    assertThat(results.text("/results/1/code")).isEqualTo("session_not_found");
    assertThat(results.text("/results/2/code")).isEqualTo("session_not_found");
    assertThat(results.at("/results/3/ok").booleanValue()).isTrue();
    assertThat(session(first).at("/is_archived").booleanValue()).isTrue();
    assertThat(session(second).at("/is_archived").booleanValue()).isTrue();
    all("unarchive", List.of(first), List.of()).ok();
    assertThat(session(first).at("/is_archived").booleanValue()).isFalse();
  }

  @Test
  void tagsAreAddedAndTakenAway() {
    String session = make();
    all("add_tags", List.of(session), List.of("a", "b", "c")).ok();
    all("remove_tags", List.of(session), List.of("b", "unknown")).ok();
    assertThat(session(session).at("/tags").toString()).isEqualTo("[\"a\",\"c\"]");
  }

  @Test
  void aSessionWithTooManyTagsSaysSo() {
    String session = make();
    var many = java.util.stream.IntStream.range(0, 50).mapToObj(n -> "t" + n).toList();
    all("add_tags", List.of(session), many).ok();
    var refused = all("add_tags", List.of(session), List.of("one more")).ok();
    assertThat(refused.text("/results/0/code")).isEqualTo("validation_failed");
    assertThat(refused.text("/results/0/detail")).contains("at most 50 tags");
  }

  @Test
  void terminatedOnesHaveEnded() {
    String session = make();
    all("terminate", List.of(session), List.of()).ok();
    assertThat(session(session).text("/status")).isEqualTo("exit");
  }

  @Test
  void aWrongRequestChangesNothing() {
    String session = make();
    all("explode", List.of(session), List.of()).invalid("body.action enum");
    all("archive", List.of(), List.of()).invalid("body.session_ids too_short");
    all("archive", List.of(session), List.of("a")).invalid("body.tags not_allowed");
    all("add_tags", List.of(session), List.of()).invalid("body.tags missing");
    assertThat(session(session).at("/is_archived").booleanValue()).isFalse();
  }

  @Test
  void whoMayOnlySeeThemMayNotChangeThem() {
    String session = make();
    var viewer = server.as(server.given().key(org, "org_viewer"));
    viewer
        .post(path("sessions/bulk"), json("action", "archive", "session_ids", List.of(session)))
        .refused(403, "permission_denied");
  }
}
