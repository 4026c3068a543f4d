package io.agentservice.bench;

import io.agentservice.client.AgentClient;
import io.agentservice.client.ClientSettings;
import io.agentservice.client.Query;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * P11: lists and metrics of an account with a year of sessions: a million, with ten events each, in
 * twenty organizations. Arguments: sessions, events of each.
 */
final class YearBench {
  private static final int ROUNDS = 7;
  private static final double GOAL_MILLIS = 1000;

  private YearBench() {}

  public static void main(String[] arguments) throws Exception {
    int sessions = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
    int events = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10;
    try (var scratch = Scratch.create("year");
        var database = QueueDatabase.open(scratch.path().resolve("pg"));
        var server = ServerProcess.start(scratch.path(), database.jdbcUrl(), 512).ready();
        var client =
            new AgentClient(ClientSettings.of(ServerProcess.url(), ServerProcess.TOKEN))
                .withTimeout(Duration.ofMinutes(2))) {
      long begun = System.nanoTime();
      fill(database, sessions, events);
      System.out.printf(
          "a year of %d sessions and %d events on %s, made in %d s%n",
          sessions,
          (long) sessions * events,
          database.only("SELECT pg_size_pretty(pg_database_size(current_database()))"),
          (System.nanoTime() - begun) / 1_000_000_000);
      var slow = new TreeMap<String, Double>();
      for (String path : paths(database)) {
        var figures = Figures.of(shown(path), "ms", times(client, path));
        figures.print();
        if (figures.quantile(0.5) > GOAL_MILLIS) {
          slow.put(shown(path), figures.quantile(0.5));
        }
      }
      System.out.println(slow.isEmpty() ? "all below a second" : "above a second: " + slow);
      server.process().destroy();
    }
  }

  private static double[] times(AgentClient client, String path) {
    var millis = new double[ROUNDS];
    for (int round = -1; round < ROUNDS; round++) {
      long begun = System.nanoTime();
      var answer = client.request("GET", path, Query.NONE, null);
      if (answer.status() != 200) {
        throw new IllegalStateException(path + ": " + answer.body());
      }
      if (round >= 0) { // the first one warms up
        millis[round] = (System.nanoTime() - begun) / 1e6;
      }
    }
    return millis;
  }

  private static String shown(String path) {
    return path.replaceAll("org-[0-9a-f]{32}", "{org_id}").replaceAll("time_\\w+=\\d+&?", "");
  }

  /** Of the account, and of the organization with most sessions, for a year and for a month. */
  private static List<String> paths(QueueDatabase database) throws SQLException {
    String org =
        database.only("SELECT org_id FROM session GROUP BY org_id ORDER BY count(*) DESC LIMIT 1");
    long end =
        Long.parseLong(database.only("SELECT floor(extract(epoch FROM now()))::bigint::text"));
    String year = "?time_after=%d&time_before=%d".formatted(end - 365 * 86_400L, end);
    String month = "?time_after=%d&time_before=%d".formatted(end - 30 * 86_400L, end);
    String ofOrg = "/v3/organizations/" + org;
    var paths = new ArrayList<String>();
    for (String all : List.of("/v3/enterprise", ofOrg)) {
      for (String metric :
          List.of("active-users", "dau", "wau", "mau", "prs", "sessions", "searches", "usage")) {
        paths.add(all + "/metrics/" + metric + year);
      }
      paths.add(all + "/metrics/sessions" + month);
      paths.add(all + "/consumption/daily" + year);
      paths.add(all + "/consumption/daily" + month);
    }
    paths.add("/v3/enterprise/metrics/sessions-by-category" + year);
    paths.add("/v3/enterprise/consumption/cycles");
    paths.add("/v3/enterprise/queue");
    paths.add("/v3/enterprise/hypervisors?status=all");
    paths.add("/v3/enterprise/organizations");
    paths.add("/v3/enterprise/audit-logs");
    paths.add("/v3/enterprise/audit-logs?first=200&action=create_secret");
    paths.add("/v3/enterprise/audit-logs?first=200&order=asc");
    paths.add("/v3/enterprise/sessions?first=200");
    paths.add("/v3/enterprise/sessions?first=200&playbook_id=playbook-7");
    paths.add("/v3/enterprise/sessions/insights?first=200");
    paths.add("/v3beta1/enterprise/searches?first=200");
    paths.add(ofOrg + "/audit-logs?first=200");
    paths.add(ofOrg + "/sessions");
    paths.add(ofOrg + "/sessions?tags=t7&first=200"); // that organization has none of these
    paths.add(ofOrg + "/sessions?tags=t8&first=200");
    paths.add(ofOrg + "/sessions?user_ids=user-1&first=200");
    paths.add("/opbeta/outposts/agents");
    return paths;
  }

  private static void fill(QueueDatabase database, int sessions, int events) throws SQLException {
    for (var step : steps(sessions, events).values()) {
      database.execute(step);
    }
  }

  /** In the order of their numbers; everything is spread evenly, the newest is of now. */
  private static Map<Integer, String> steps(int sessions, int events) {
    var steps = new TreeMap<Integer, String>();
    steps.put(
        1,
        """
        INSERT INTO organization (org_id, account_id, name)
        SELECT 'org-' || lpad(to_hex(i), 32, '0'), account_id, 'bench ' || i FROM account, generate_series(1, 20) i
        """);
    steps.put(
        2,
        """
        INSERT INTO session (session_id, account_id, org_id, status, title, user_id, playbook_id, origin, category, tags,
                             model_dollars, created_at, updated_at)
        SELECT 'agent-' || lpad(to_hex(i), 32, '0'), account_id,
               'org-' || lpad(to_hex(CASE WHEN i %% 2 = 0 THEN 1 ELSE 1 + i %% 20 END), 32, '0'), 'EXIT',
               'Mend the failing test ' || i, 'user-' || i %% 5000, CASE WHEN i %% 3 = 0 THEN 'playbook-' || i %% 50 END,
               (ARRAY['api', 'webapp', 'slack', 'cli'])[1 + i %% 4],
               (ARRAY['bug_fixing', 'feature_development', 'other', NULL])[1 + i / 7 %% 4], ARRAY['t' || i %% 100],
               (i::bigint * 7919 %% 50000) / 1000.0, made, made
          FROM account, generate_series(1, %1$d) i,
               LATERAL (SELECT now() - (%1$d - i) * (interval '365 days' / %1$d) AS made) AS at
        """
            .formatted(sessions));
    steps.put(
        3,
        """
        INSERT INTO acu_day (session_id, day, account_id, org_id, owner_id, product, acus)
        SELECT session_id, billing_day(created_at), account_id, org_id, user_id, 'agent', acus_consumed FROM session
         WHERE acus_consumed > 0
        """);
    steps.put(
        4,
        """
        INSERT INTO acu_booking (session_id, booked_at, acus)
        SELECT session_id, date_trunc('second', created_at) + n * interval '1 second', acus_consumed / 4
          FROM session, generate_series(0, 3) n WHERE acus_consumed > 0
        """);
    steps.put(
        5,
        """
        INSERT INTO event (session_id, seq, epoch, type, data, created_at)
        SELECT session_id, n, 1, 'model_turn', '{"text": "what the model said and what it asked for"}', created_at
          FROM session, generate_series(1, %d) n
        """
            .formatted(events));
    steps.put(
        6,
        """
        INSERT INTO pull_request (session_id, account_id, org_id, pr_url, state, taken_over, found_at)
        SELECT session_id, account_id, org_id, 'https://git.example/o/r/pull/' || session_id,
               (ARRAY['open', 'closed', 'merged'])[1 + n / 3 %% 3], n %% 10 = 0, created_at
          FROM (SELECT *, row_number() OVER (ORDER BY session_id) AS n FROM session) s WHERE n %% 3 = 0
        """
            .replace("%%", "%"));
    steps.put(
        7,
        """
        INSERT INTO search (search_id, account_id, org_id, query, repo_names, origin, status, result_count, user_id, created_at)
        SELECT 'search-' || substr(session_id, 7), account_id, org_id, 'where is it mended', '{}', 'api', 'completed', 3, user_id,
               created_at
          FROM (SELECT *, row_number() OVER (ORDER BY session_id) AS n FROM session) s WHERE n % 5 = 0
        """);
    // Not to be sealed: that goes on beside the requests for minutes.
    steps.put(8, "ALTER TABLE audit_log DISABLE TRIGGER audit_log_unsealed");
    steps.put(
        9,
        """
        INSERT INTO audit_log (audit_log_id, account_id, org_id, action, user_id, data, created_at)
        SELECT 'audit-' || substr(session_id, 7), account_id, org_id,
               CASE WHEN n % 1000 = 0 THEN 'create_secret' ELSE 'create_session' END, user_id,
               jsonb_build_object('session_id', session_id), created_at
          FROM (SELECT *, row_number() OVER (ORDER BY session_id) AS n FROM session) s
        """);
    steps.put(10, "ALTER TABLE audit_log ENABLE TRIGGER audit_log_unsealed");
    steps.put(11, "VACUUM ANALYZE");
    steps.put(12, "CHECKPOINT");
    return steps;
  }
}
