package io.agentservice.server.engine.reviews;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.LocalForge;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.Reply;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reviews of pull requests (api-org.md 9, api-enterprise.md 15; the reviews of item 56). */
class ReviewsIT extends OnOrganization {
  private static final String OF_ACCOUNT = "/v3/enterprise/pr-reviews";
  private static final String PULL = "/api/v3/repos/acme/site/pulls/7";

  private ApiClient admin;
  private LocalForge forge;
  private String reviews;

  @BeforeEach
  void aForge() {
    admin = server.admin();
    forge = new LocalForge();
    reviews = path("pr-reviews");
    head("abc");
  }

  @AfterEach
  void closeForge() {
    forge.close();
  }

  private void head(String commit) {
    forge.says(PULL, json("state", "open", "head", fields("sha", commit)));
  }

  private void permit(OrgId of, String prefix) {
    String connection =
        admin
            .post(
                "/v3/enterprise/git-providers/connections",
                json(
                    "git_provider_type",
                    "github_token",
                    "host",
                    forge.host(),
                    "token",
                    LocalForge.TOKEN))
            .ok()
            .text("/git_connection_id");
    admin
        .post(
            "/v3/enterprise/organizations/%s/git-providers/permissions".formatted(of),
            json(
                "permissions",
                List.of(fields("git_connection_id", connection, "prefix_path", prefix))))
        .ok();
  }

  private String url() {
    return "https://" + forge.host() + "/acme/site/pull/7";
  }

  private Reply start(ApiClient caller, String at, String url) {
    return caller.post(at, json("pr_url", url));
  }

  @Test
  void aReviewIsASessionAboutTheLastCommitAndCountsAsAReview() {
    permit(org, "acme/");

    var review = start(member, reviews, url() + "/files?w=1#top").ok();

    assertThat(review.text("/commit_sha")).isEqualTo("abc");
    assertThat(review.text("/status")).isEqualTo("pending");
    assertThat(review.at("/pr_number").intValue()).isEqualTo(7);
    assertThat(review.text("/repo_path")).isEqualTo(forge.host() + "/acme/site");
    assertThat(review.text("/created_at")).contains("T");
    String id = review.text("/session_id");
    var session = member.get(path("sessions/" + id)).ok();
    assertThat(session.text("/title")).isEqualTo("Review of " + url());
    assertThat(session.text("/origin")).isEqualTo("api");
    String messages = member.get(path("sessions/" + id + "/messages")).ok().body();
    assertThat(messages).contains(url(), "abc").doesNotContain(LocalForge.TOKEN);
    server.given().update("UPDATE session SET model_dollars = 100 WHERE session_id = ?", id);
    var day =
        server
            .as(server.given().key(org, "org_admin"))
            .get(path("consumption/daily"))
            .ok()
            .at("/consumption_by_date/0/acus_by_product");
    assertThat(day.at("/review").doubleValue()).isPositive();
    assertThat(day.at("/agent").doubleValue()).isZero();
    assertThat(server.given().audit(org).getLast().action()).isEqualTo("create_session");
  }

  @Test
  void aReviewIsFoundByAddressOrByRepositoryAndNumber() {
    permit(org, "acme/");
    String first = start(member, reviews, url()).ok().text("/session_id");
    head("def");
    String second = start(member, reviews, url()).ok().text("/session_id");
    for (String name :
        List.of(
            "pr_url=" + url(),
            "repo_path=acme/site&pr_number=7",
            "repo_path=" + forge.host() + "/acme/site&pr_number=7")) {
      assertThat(member.get(reviews + "?" + name).ok().text("/session_id")).isEqualTo(second);
      assertThat(member.get(reviews + "?commit_sha=abc&" + name).ok().text("/session_id"))
          .isEqualTo(first);
      assertThat(admin.get(OF_ACCOUNT + "?" + name).ok().text("/session_id")).isEqualTo(second);
    }
    member.get(reviews + "?commit_sha=x&pr_url=" + url()).refused(404, "review_not_found");
    member.get(reviews + "?repo_path=acme/site&pr_number=8").refused(404, "review_not_found");
    member
        .get(reviews + "?repo_path=other.test/acme/site&pr_number=7")
        .refused(404, "review_not_found");
    member.get(reviews).invalid("query.pr_url missing");
    member.get(reviews + "?repo_path=acme/site").invalid("query.pr_url missing");
    member.get(reviews + "?pr_url=x").invalid("query.pr_url format");
    member.get(reviews + "?repo_path=x&pr_number=1").invalid("query.repo_path format");
  }

  @Test
  void aCommitIsReviewedOnceAtATimeAndAnotherOneAtOnce() {
    permit(org, "acme/");
    String id = start(member, reviews, url()).ok().text("/session_id");
    var refused = start(member, reviews, url()).refused(409, "review_pending");
    assertThat(refused.text("/hint")).contains(id);
    head("def");
    start(member, reviews, url()).ok();
    head("abc");
    member.delete(path("sessions/" + id)).ok();
    start(member, reviews, url()).ok();
  }

  @Test
  void severalWhoStartOneAtOnceStartOne() throws Exception {
    permit(org, "acme/");
    var callers =
        IntStream.range(0, 4)
            .mapToObj(_ -> Thread.startVirtualThread(() -> start(member, reviews, url())))
            .toList();
    for (var caller : callers) {
      caller.join();
    }
    assertThat(server.given().number("SELECT count(*) FROM review WHERE org_id = ?", org.value()))
        .isEqualTo(1);
  }

  @Test
  void itStandsAsItsSessionStands() {
    permit(org, "acme/");
    String id = start(member, reviews, url()).ok().text("/session_id");
    for (String row :
        List.of(
            "NEW,null,null pending",
            "CLAIMED,null,null pending",
            "RUNNING,WORKING,null running",
            "RUNNING,WAITING_FOR_USER,null running",
            "RUNNING,FINISHED,null completed",
            "SUSPENDED,INACTIVITY,FINISHED completed",
            "SUSPENDED,INACTIVITY,WAITING_FOR_USER errored",
            "SUSPENDED,USER_REQUEST,WORKING cancelled",
            "SUSPENDED,USAGE_LIMIT_EXCEEDED,WORKING errored",
            "SUSPENDED,ERROR,WORKING errored",
            "RESUMING,null,FINISHED pending",
            "EXIT,FINISHED,null completed",
            "EXIT,null,null cancelled",
            "ERROR,null,null errored")) {
      String[] state = row.split("[, ]", -1);
      server
          .given()
          .update(
              "UPDATE session SET status = ?, status_detail = nullif(?, 'null'), prior_detail = nullif(?, 'null') WHERE session_id = ?",
              state[0],
              state[1],
              state[2],
              id);
      assertThat(member.get(reviews + "?pr_url=" + url()).ok().text("/status"))
          .as(row)
          .isEqualTo(state[3]);
    }
  }

  @Test
  void whatCantBeReviewedIsRefusedAndStartsNothing() {
    for (String text :
        List.of(
            "x", "http://h/a/b/pull/1", "https://h/a/b/issues/1", "https://h/a/b/pull/1x", "")) {
      start(member, reviews, text)
          .invalid("body.pr_url " + (text.isEmpty() ? "too_short" : "format"));
    }
    start(member, reviews, url()).invalid("body.pr_url not_allowed");
    start(admin, OF_ACCOUNT, url()).refused(404, "organization_not_resolved");
    admin.get(OF_ACCOUNT + "?pr_url=" + url()).refused(404, "organization_not_resolved");
    permit(org, "acme/");
    start(member, reviews, url().replace("/7", "/8")).invalid("body.pr_url unknown_reference");
    forge.says(PULL, 500, "{}");
    start(member, reviews, url()).refused(502, "upstream_failed");
    forge.close();
    start(member, reviews, url()).refused(502, "upstream_failed");
    assertThat(member.get(path("sessions")).ok().each("/session_id")).isEmpty();
  }

  @Test
  void inTheAccountItIsTheOrganizationsWithTheLongestMatchThenOfTheOldest() {
    var second = server.given().organization();
    permit(second, "acme/");
    permit(org, "acme/");
    var first = start(admin, OF_ACCOUNT, url()).ok();
    assertThat(organizationOf(first)).isEqualTo(org.value());
    permit(second, "acme/s");
    var review = start(admin, OF_ACCOUNT, url()).ok();
    assertThat(organizationOf(review)).isEqualTo(second.value());
    assertThat(admin.get(OF_ACCOUNT + "?pr_url=" + url()).ok().body()).isEqualTo(review.body());
    assertThat(member.get(reviews + "?pr_url=" + url()).ok().text("/session_id"))
        .as("that of the other organization is newer")
        .isEqualTo(first.text("/session_id"));
  }

  private String organizationOf(Reply review) {
    return admin.get("/v3/enterprise/sessions/" + review.text("/session_id")).ok().text("/org_id");
  }

  @Test
  void aRepeatedRequestWithAKeyIsAnsweredAsTheFirstTime() {
    permit(org, "acme/");
    var caller = member.with("Idempotency-Key", "review-once");
    var first = start(caller, reviews, url()).ok();
    head("def");
    assertThat(start(caller, reviews, url()).ok().body()).isEqualTo(first.body());
  }

  @Test
  void aRepeatedRequestIsAnsweredWhileTheHostIsAway() {
    permit(org, "acme/");
    var caller = member.with("Idempotency-Key", "host-is-away");
    var first = start(caller, reviews, url()).ok();
    forge.close();

    var again = start(caller, reviews, url()).ok();

    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
    start(caller, reviews, url() + "/files").refused(422, "idempotency_mismatch");
    start(member.with("Idempotency-Key", "another"), reviews, url())
        .refused(502, "upstream_failed");
  }

  @Test
  void aDatabaseThatGoesAwayMeanwhileLeavesNothingAndTheRepetitionIsTheFirst() {
    permit(org, "acme/");
    var caller = member.with("Idempotency-Key", "database-is-away");
    server
        .given()
        .update(
            """
            CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql
                AS 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END'
            """);
    server
        .given()
        .update(
            "CREATE TRIGGER end_connection BEFORE INSERT ON review FOR EACH ROW EXECUTE FUNCTION end_connection()");
    try {
      assertThat(start(caller, reviews, url()).status()).isGreaterThanOrEqualTo(500);
      assertThat(member.get(path("sessions")).ok().each("/session_id")).isEmpty();
    } finally {
      server.given().update("DROP FUNCTION end_connection CASCADE");
    }

    var started = start(caller, reviews, url()).ok();

    assertThat(start(caller, reviews, url()).ok().body()).isEqualTo(started.body());
    assertThat(member.get(path("sessions")).ok().each("/session_id"))
        .containsExactly(started.text("/session_id"));
  }
}
