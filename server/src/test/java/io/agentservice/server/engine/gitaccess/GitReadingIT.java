package io.agentservice.server.engine.gitaccess;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.GitHost;
import io.agentservice.server.testing.GitHost.Failure;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a machine's git reads a repository through the service, and who may not. */
class GitReadingIT extends OnGitAccess {
  private static final String UPLOAD = "git-upload-pack";

  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_TRUSTED_PROXIES", "127.0.0.0/8");
  }

  @Test
  void aRepositoryIsClonedAndFetchedWithoutTheHostsToken() {
    var clone = cloned();
    assertThat(clone.resolve("a.txt")).hasContent("one");
    String commit = repository.commit(Map.of("b.txt", "two\n"));
    git(clone, "fetch", "--quiet").ok();
    assertThat(git(clone, "rev-parse", "origin/main").ok().text().strip()).isEqualTo(commit);
    assertThat(git(clone, "-c", "protocol.version=0", "ls-remote").ok().text()).contains(commit);
    assertThat(git(clone, "config", "--list").text()).doesNotContain(GitHost.TOKEN);
    assertThat(host.strangers()).isZero();
  }

  @Test
  void aPartialCloneFetchesWhatItMissesLater() {
    String first = git(repository.work(), "rev-parse", "HEAD").text().strip();
    repository.commit(Map.of("a.txt", "changed\n"));
    var clone = cloned("--filter=blob:none");
    int fetches = host.fetches();
    assertThat(git(clone, "show", first + ":a.txt").ok().text()).isEqualTo("one\n");
    assertThat(host.fetches()).isGreaterThan(fetches);
  }

  @Test
  void gitIsAskedForACredentialFirst() {
    var answer = refs(null, UPLOAD);
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.headers().firstValue("WWW-Authenticate").orElse("")).startsWith("Basic ");
    assertThat(answer.body()).isEqualTo("A credential of the session is needed\n");
  }

  @Test
  void theHostsInTheWelcomeAreThoseOfTheOrganizationsPermissions() {
    assertThat(server.gitAccess().hosts(session)).containsExactly(host.host());
    forbidAll();
    assertThat(server.gitAccess().hosts(session)).isEmpty();
    assertThat(server.gitAccess().hosts(new SessionId("agent-" + "0".repeat(32)))).isEmpty();
  }

  @Test
  void aCredentialIsRefusedInWords() {
    assertThat(refused(epoch, "other.test", path))
        .isEqualTo("No git permission of the organization is for the host other.test");
    assertThat(refused(epoch, host.host(), "../x")).contains("no address of a repository");
    assertThat(refused(epoch + 1, host.host(), path)).contains("not served under this claim");
    release(session.value(), "w").ok();
    assertThat(refused(epoch, host.host(), path)).contains("not served under this claim");
  }

  @Test
  void aCredentialIsGoodForOneRepositoryHowEverItIsSpelled() {
    host.repository(group + "/other", Map.of("a.txt", "x\n"));
    String password = password("/" + path + ".git");
    assertThat(refs(password, UPLOAD).statusCode()).isEqualTo(200);
    var other = refs(address(group + "/other"), password, UPLOAD);
    assertThat(other.statusCode()).isEqualTo(403);
    assertThat(other.body()).contains("for another repository than " + host.host());
    String elsewhere = address().replace(host.host(), "other.test");
    assertThat(refs(elsewhere, password, UPLOAD).statusCode()).isEqualTo(403);
    git(directory, "ls-remote", with(password, address(group + "/other")))
        .failed("remote: The credential is for another repository");
  }

  @Test
  void aTokenIsGoodUntilItExpiresAndOnlyAsItWasMade() {
    String password = password();
    var changed = new StringBuilder(password);
    changed.setCharAt(20, changed.charAt(20) == 'x' ? 'y' : 'x');
    var tampered = refs(changed.toString(), UPLOAD);
    assertThat(tampered.statusCode()).isEqualTo(401);
    assertThat(tampered.body()).contains("none of this service's");
    assertThat(refs(GitHost.TOKEN, UPLOAD).statusCode()).isEqualTo(401);
    assertThat(refs(TestKeys.expired(server, session, epoch, host.host(), path), UPLOAD).body())
        .contains("has expired");
  }

  @Test
  void aTokenIsGoodNoLongerThanTheClaim() {
    String password = password();
    assertThat(refs(password, UPLOAD).statusCode()).isEqualTo(200);
    release(session.value(), "w").ok();
    var after = refs(password, UPLOAD);
    assertThat(after.statusCode()).isEqualTo(401);
    assertThat(after.body()).contains("not served under this claim");
    claim(session.value(), "w2").ok();
    assertThat(refs(password, UPLOAD).statusCode()).isEqualTo(401);
    epoch = epoch(session);
    assertThat(refs(password(), UPLOAD).statusCode()).isEqualTo(200);
    git(directory, "ls-remote", with(password, address()))
        .failed("remote: The session is not served under this claim any more");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "session SET status = 'SUSPENDED'",
        "queue_entry SET phase = 'PENDING'",
        "queue_entry SET removed_at = now()",
        "organization SET deleted_at = now()"
      })
  void aTokenIsGoodWhileItsSessionIsServedInALivingOrganizationOnly(String change) {
    String password = password();
    assertThat(refs(password, UPLOAD).statusCode()).isEqualTo(200);
    boolean ofOrg = change.startsWith("organization");
    server
        .given()
        .update(
            "UPDATE " + change + " WHERE " + (ofOrg ? "org_id = ?" : "session_id = ?"),
            ofOrg ? org.value() : session.value());

    assertThat(refs(password, UPLOAD).body()).contains("not served under this claim");
  }

  @Test
  void anotherOrganizationsPermissionsAreOfNoUse() {
    forbidAll();
    String password = TestKeys.fresh(server, session, epoch, host.host(), path);
    var answer = refs(password, UPLOAD);
    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("is for the host " + host.host());
  }

  @Test
  void whatNoPermissionCoversIsAskedForWithoutTheToken() {
    int strangers = host.strangers();
    host.repository("public/" + group, Map.of("a.txt", "x\n"));
    String password = password("public/" + group);
    var answer = refs(address("public/" + group), password, UPLOAD);
    assertThat(host.strangers()).isEqualTo(strangers + 1);
    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("to nobody without a credential");
  }

  @Test
  void aRedirectIsFollowedOnItsHostToWhatThePermissionsCover() {
    String old = group + "/old";
    String refs = ".git/info/refs?service=git-upload-pack";
    redirect(old, "/" + path + refs);
    var to = directory.resolve("moved");
    git(directory, "clone", "--quiet", with(password(old), address(old)), to.toString()).ok();
    assertThat(to.resolve("a.txt")).hasContent("one");

    redirect(old, "http://127.0.0.1:9/" + path + refs);
    assertThat(refs(address(old), password(old), UPLOAD).body()).contains("leads " + old);
    redirect(old, "/users/sign_in");
    assertThat(refs(address(old), password(old), UPLOAD).statusCode()).isEqualTo(502);
    redirect(old, "/" + old + refs);
    assertThat(refs(address(old), password(old), UPLOAD).body()).contains("again and again");

    int strangers = host.strangers();
    host.repository("hidden/" + group, Map.of("a.txt", "x\n"));
    redirect(old, "/hidden/" + group + refs);
    assertThat(refs(address(old), password(old), UPLOAD).statusCode()).isEqualTo(403);
    assertThat(host.strangers()).isEqualTo(strangers + 1);
  }

  @Test
  void ofARepositoryThatTookAnOldNameTheNewOneIsMeant() {
    String old = group + "/old";
    redirect(old, "/" + path + ".git/info/refs?service=git-upload-pack");
    git(directory, "clone", "--quiet", with(password(old), address(old)), "before").ok();
    host.fails(old + ".git", null);
    host.repository(old, Map.of("a.txt", "new\n"));

    git(directory, "clone", "--quiet", with(password(old), address(old)), "after").ok();

    assertThat(directory.resolve("after/a.txt")).hasContent("new");
  }

  @Test
  void theAccountsAccessListHolds() {
    String list = "/v3/enterprise/ip-access-list";
    String password = password();
    admin.put(list, "{\"ip_ranges\":[\"192.0.2.0/24\"]}").ok();
    try {
      assertThat(refsFrom("192.0.2.7", password).statusCode()).isEqualTo(200);
      var answer = refsFrom("203.0.113.9", password);
      assertThat(answer.statusCode()).isEqualTo(403);
      assertThat(answer.body()).contains("does not hold your address 203.0.113.9");
    } finally {
      admin.delete(list).ok();
    }
    assertThat(refsFrom("203.0.113.9", password).statusCode()).isEqualTo(200);
  }

  private HttpResponse<String> refsFrom(String ip, String password) {
    var request =
        HttpRequest.newBuilder(URI.create(address() + "/info/refs?service=" + UPLOAD))
            .header("Authorization", basic(password))
            .header("X-Forwarded-For", ip);
    try (var http = HttpClient.newHttpClient()) {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void redirect(String from, String to) {
    host.fails(from + ".git", new Failure(301, Map.of("Location", to)));
  }

  @Test
  void whatTheHostRefusesIsSaidInWordsAndWithoutItsHeaders() {
    for (int status : new int[] {401, 403, 404, 429, 500, 503}) {
      host.fails(
          path,
          new Failure(
              status,
              Map.of("Set-Cookie", "a=b", "WWW-Authenticate", "Basic", "Retry-After", "7")));
      var answer = refs(password(), UPLOAD);
      int expected = status == 401 ? 403 : status >= 500 ? 502 : status;
      assertThat(answer.statusCode()).isEqualTo(expected);
      assertThat(answer.headers().map()).doesNotContainKeys("set-cookie", "www-authenticate");
      assertThat(answer.headers().firstValue("Retry-After").isPresent()).isEqualTo(status == 429);
      assertThat(answer.body()).contains("git host " + host.host()).doesNotContain(GitHost.TOKEN);
      git(directory, "ls-remote", with(password(), address()))
          .failed("remote: The git host " + host.host());
    }
    host.fails(path, null);
  }

  @Test
  void aHostThatIsDownIsNamed() {
    String down = "127.0.0.1:9";
    permit(connection(down), "\"group_prefix\":\"" + group + "\"");
    String password = TestKeys.fresh(server, session, epoch, down, path);
    var answer = refs(address().replace(host.host(), down), password, UPLOAD);
    assertThat(answer.statusCode()).isEqualTo(502);
    assertThat(answer.body())
        .isEqualTo("The git host 127.0.0.1:9 can't be reached from the service\n");
  }

  @Test
  void aFetchThatIsUnderWayEndsWithTheClaim() {
    var clone = cloned();
    repository.commit(Map.of("b.txt", "two\n"));
    int fetches = host.fetches();
    host.hold();
    try {
      var result = new CompletableFuture<Ran>();
      Thread.ofPlatform().start(() -> result.complete(git(clone, "fetch", "--quiet")));
      await(() -> host.fetches() > fetches);
      release(session.value(), "w").ok();
      assertThat(result.join().code()).isNotZero();
    } finally {
      host.letGo();
    }
  }

  @Test
  void otherThingsOfARepositoryAreNotServed() {
    String password = password();
    assertThat(refs(address() + "/x", password, UPLOAD).statusCode()).isIn(403, 404);
    assertThat(refs(address(), password, "git-upload-archive").statusCode()).isEqualTo(404);
  }
}
