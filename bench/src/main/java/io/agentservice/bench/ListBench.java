package io.agentservice.bench;

import io.agentservice.bench.fixtures.QueueDatabase;
import io.agentservice.bench.fixtures.Scratch;
import io.agentservice.bench.fixtures.ServerProcess;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.ClientSettings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.DriverManager;
import java.util.List;

/**
 * P10: a page of 100 of a million sessions, plain and with each filter alone; the goal is 20 ms.
 */
final class ListBench {
  private static final int SESSIONS = 1_000_000;
  private static final int WARM_UP = 20;
  private static final int ROUNDS = 50;
  private static final List<String> QUERIES =
      List.of(
          "",
          "created_after=1767225600",
          "created_before=1767225600",
          "updated_after=1767225600",
          "updated_before=1767225600",
          "tags=tag-7",
          "tags=tag-7,tag-8",
          "playbook_id=playbook-7",
          "schedule_id=sched-7",
          "origins=cli",
          "origins=api",
          "user_ids=user-7",
          "service_user_ids=service-user-7",
          "is_archived=true",
          "is_archived=false",
          "category=security",
          "repo_names=o/r-7",
          "statuses=running,new",
          "statuses=error",
          "statuses=exit");

  private ListBench() {}

  public static void main(String[] arguments) throws Exception {
    int sessions = arguments.length > 0 ? Integer.parseInt(arguments[0]) : SESSIONS;
    try (var scratch = Scratch.create("list");
        var database = QueueDatabase.open(scratch.path().resolve("pg"));
        var _ = ServerProcess.start(scratch.path(), database.jdbcUrl(), 512).ready();
        var http = HttpClient.newHttpClient()) {
      String org = organization();
      fill(database.jdbcUrl(), org, sessions);
      for (String lists : List.of("/v3/organizations/" + org, "/v3/enterprise")) {
        for (String query : QUERIES) {
          measure(http, lists + "/sessions?first=100&" + query);
        }
      }
    }
  }

  private static String organization() {
    try (var client =
        new AgentClient(ClientSettings.of(ServerProcess.url(), ServerProcess.TOKEN))) {
      return client.self().object("org_permissions").fields().keySet().iterator().next();
    }
  }

  /** Ended sessions, a minute apart; each value of a filter in a thousandth or fewer. */
  private static void fill(String jdbcUrl, String org, int sessions) throws Exception {
    try (var connection = DriverManager.getConnection(jdbcUrl);
        var insert =
            connection.prepareStatement(
                """
                INSERT INTO session (session_id, account_id, org_id, status, title, origin, user_id, service_user_id,
                                     playbook_id, schedule_id, category, is_archived, error_code, tags, repo_paths,
                                     created_at, updated_at, outpost_id)
                SELECT 'agent-' || lpad(to_hex(n), 32, '0'), o.account_id, o.org_id,
                       CASE WHEN n % 9000 = 0 THEN 'ERROR' ELSE 'EXIT' END, 'Session ' || n,
                       CASE WHEN n % 1000 = 0 THEN 'cli' ELSE 'api' END, 'user-' || n % 2000,
                       'service-user-' || n % 2000, 'playbook-' || n % 2000, 'sched-' || n % 2000,
                       CASE WHEN n % 1000 = 0 THEN 'security' END, n % 1000 = 0,
                       CASE WHEN n % 9000 = 0 THEN 'internal' END, ARRAY['tag-' || n % 2000],
                       ARRAY['o/r-' || n % 2000], now() - n * interval '1 minute', now() - n * interval '1 minute', 'outpost_env-1'
                  FROM organization o, generate_series(1, ?) AS n
                 WHERE o.org_id = ?
                """);
        var other = connection.createStatement()) {
      other.execute(
          "INSERT INTO outpost (outpost_id, account_id, name) SELECT 'outpost_env-1', account_id, 'o' FROM account");
      insert.setInt(1, sessions);
      insert.setString(2, org);
      insert.executeUpdate();
      other.execute("VACUUM ANALYZE session");
    }
  }

  private static void measure(HttpClient http, String path) throws Exception {
    var request =
        HttpRequest.newBuilder(ServerProcess.url().resolve(URI.create(path)))
            .header("Authorization", "Bearer " + ServerProcess.TOKEN)
            .build();
    double[] millis = new double[ROUNDS];
    for (int i = -WARM_UP; i < ROUNDS; i++) {
      long start = System.nanoTime();
      var answer = http.send(request, BodyHandlers.ofByteArray());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException(path + ": " + answer.statusCode());
      }
      if (i >= 0) {
        millis[i] = (System.nanoTime() - start) / 1e6;
      }
    }
    Figures.of(path, "ms", millis).print();
  }
}
