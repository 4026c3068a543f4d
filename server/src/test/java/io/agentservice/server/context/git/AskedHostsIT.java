package io.agentservice.server.context.git;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.crypto.KeyFile;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.forges.Forges;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.GitConnectionId;
import io.agentservice.server.base.problems.ProblemException;
import io.agentservice.server.context.git.permissions.GitPermissions;
import io.agentservice.server.testing.LocalForge;
import io.agentservice.server.testing.OnOrganization;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How long it takes to ask hosts that do not answer. */
class AskedHostsIT extends OnOrganization {
  private static final String LISTED = "/api/v3/user/repos?sort=full_name&per_page=100&page=1";
  private static final String CONNECTIONS = "/v3/enterprise/git-providers/connections";

  private LocalForge one;
  private LocalForge other;
  private Forges forges;
  private Database database;
  private Scope scope;
  private GitConnections connections;
  private GitConnectionId toOne;

  @BeforeEach
  void hostsThatDoNotAnswer() throws Exception {
    var key = new KeyFile(server.home().resolve("master.key")).read().orElseThrow();
    one = new LocalForge();
    other = new LocalForge();
    forges = new Forges();
    database = server.openDatabase();
    connections = new GitConnections(database, new Vault(key), forges);
    scope = new Scope(new AccountId(server.given().text("SELECT account_id FROM account")), org);
    toOne = permitted(one, "one/site");
    permitted(other, "other/site");
  }

  @AfterEach
  void stop() {
    forges.close();
    database.close();
    one.close();
    other.close();
  }

  private GitConnectionId permitted(LocalForge forge, String path) {
    forge.says(LISTED, "[{\"id\": 1, \"name\": \"site\", \"full_name\": \"%s\"}]".formatted(path));
    forge.hold();
    String id =
        server
            .admin()
            .post(
                CONNECTIONS,
                json(
                    "git_provider_type",
                    "github_token",
                    "host",
                    forge.host(),
                    "token",
                    LocalForge.TOKEN))
            .ok()
            .text("/git_connection_id");
    server
        .admin()
        .post(
            "/v3/enterprise/organizations/" + org + "/git-providers/permissions",
            json("permissions", List.of(fields("git_connection_id", id, "repo_path", path))))
        .ok();
    return new GitConnectionId(id);
  }

  private GitRepositories repositories(Duration patience) {
    return new GitRepositories(connections, new GitPermissions(database), patience);
  }

  private static List<String> paths(List<GitRepositories.Found> found) {
    return found.stream().map(each -> each.repository().path()).toList();
  }

  private static String failure(RunnableFuture<?> task) throws InterruptedException {
    try {
      return "none: " + task.get();
    } catch (ExecutionException e) {
      return String.valueOf(e.getCause().getMessage());
    }
  }

  @Test
  void hostsAreAskedSideBySideAndAnInterruptEndsAllAndIsNoFailureOfTheirs() throws Exception {
    var repositories = repositories(Duration.ofMinutes(1));
    var listing = new FutureTask<>(() -> repositories.permitted(scope));
    var lister = Thread.ofPlatform().daemon().start(listing);
    await(() -> one.asked().size() + other.asked().size() == 2);

    lister.interrupt();

    assertThat(failure(listing)).contains("not waited for");
    one.letGo();
    other.letGo();
    assertThat(paths(repositories.permitted(scope))).containsExactly("one/site", "other/site");
  }

  @Test
  void whoWaitsForWhatAnotherOneAsksIsToldWhenItTakesTooLong() throws Exception {
    var repositories = repositories(Duration.ofMillis(10));
    var connection = connections.get(scope.accountId(), toOne);
    var listing = new FutureTask<>(() -> repositories.list(connection, null));
    Thread.ofPlatform().daemon().start(listing);
    await(() -> one.asked().size() == 1);

    assertThatThrownBy(() -> repositories.list(connection, null))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("took too long");

    one.letGo();
    assertThat(listing.get().rows().read(null, 5).items()).hasSize(1);
  }
}
