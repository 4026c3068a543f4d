package io.agentservice.bench;

import io.agentservice.bench.fixtures.QueueDatabase;
import io.agentservice.bench.fixtures.Scratch;
import io.agentservice.bench.fixtures.ServerProcess;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.ClientSettings;
import io.agentservice.client.http.Query;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/**
 * P11: lists and metrics of a million sessions with ten events each, in twenty organizations.
 * Arguments: sessions, events of each.
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

  private static void fill(QueueDatabase database, int sessions, int events)
      throws IOException, SQLException {
    try (var script = YearBench.class.getResourceAsStream("year.sql")) {
      String sql =
          new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8)
              .replace(":sessions", Integer.toString(sessions))
              .replace(":events", Integer.toString(events));
      for (String statement : sql.split(";\n", -1)) {
        database.execute(statement);
      }
    }
  }
}
