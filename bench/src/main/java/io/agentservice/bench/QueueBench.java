package io.agentservice.bench;

import io.agentservice.bench.fixtures.QueueDatabase;
import io.agentservice.bench.fixtures.Scratch;
import io.agentservice.bench.fixtures.ServerProcess;
import io.agentservice.redaction.Redactor;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.background.Background;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.crypto.MasterKey;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.events.EventSignals;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.http.lists.Cursors;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.base.ids.ServiceUserId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.metrics.Metrics;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.live.LiveSettings;
import io.agentservice.server.engine.claims.Claims.Claimed;
import io.agentservice.server.engine.lifecycle.ConnectTokens;
import io.agentservice.server.engine.outposts.Placement;
import io.agentservice.server.engine.queue.FeedSignal;
import io.agentservice.server.engine.queue.Queue;
import io.agentservice.server.engine.sessions.SessionContext;
import io.agentservice.server.engine.sessions.SessionsFeature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * P2: durable claims per second with 64 contenders, in process and over HTTP, beside pgbench's
 * single-row UPDATE, graphile-worker and pg-boss on the same PostgreSQL.
 */
final class QueueBench {
  private static final int CONTENDERS = 64;
  private static final int ENTRIES = 200_000;
  private static final double SECONDS = 5;
  private static final double WARM_UP = 8;

  private QueueBench() {}

  public static void main(String[] arguments) throws Exception {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
    try (var scratch = Scratch.create("queue");
        var database = QueueDatabase.open(scratch.path().resolve("pg"))) {
      ServerProcess.start(scratch.path(), database.jdbcUrl(), 256)
          .ready()
          .close(); // makes the tables
      if (arguments.length > 1) {
        overHttp(database, scratch, rounds);
        return;
      }
      var update = new ArrayList<Double>();
      var ours = new ArrayList<Double>();
      var http = new ArrayList<Double>();
      var graphile = new ArrayList<Double>();
      var boss = new ArrayList<Double>();
      for (int round = 0; round < rounds; round++) {
        update.add(pgbench(database));
        ours.add(inProcess(database));
        http.add(HttpClaims.perSecond(database, scratch.path()));
        graphile.add(peer(database, "graphile.js"));
        boss.add(peer(database, "boss.js"));
      }
      System.out.println();
      double base = median(update);
      line("pgbench, single-row UPDATE, 64 clients", update, base);
      line("ours, in process, 64 contenders", ours, base);
      line("ours, over HTTP, 64 connections of wrk", http, base);
      line("graphile-worker, its default", graphile, base);
      line("pg-boss, one at a time", boss, base);
    }
  }

  /** Alone, for what the others do not change. */
  private static void overHttp(QueueDatabase database, Scratch scratch, int rounds)
      throws Exception {
    var http = new ArrayList<Double>();
    for (int round = 0; round < rounds; round++) {
      http.add(HttpClaims.perSecond(database, scratch.path()));
    }
    System.out.printf(Locale.ROOT, "%nclaims over HTTP, median %.0f/s%n", median(http));
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }

  private static void line(String name, List<Double> values, double base) {
    System.out.printf(
        Locale.ROOT,
        "%-42s %9.0f/s  %5.2f of the UPDATE   %s%n",
        name,
        median(values),
        median(values) / base,
        values.stream().map(v -> "%.0f".formatted(v)).toList());
  }

  private static double pgbench(QueueDatabase database) throws Exception {
    database.execute("DROP TABLE IF EXISTS bare");
    database.execute(
        "CREATE TABLE bare AS SELECT i AS id, 0 AS n FROM generate_series(1, 100000) i");
    database.execute("ALTER TABLE bare ADD PRIMARY KEY (id)");
    database.execute("VACUUM ANALYZE bare");
    var script = Files.createTempFile("bare", ".sql");
    Files.writeString(
        script, "\\set i random(1, 100000)\nUPDATE bare SET n = n + 1 WHERE id = :i;\n");
    try {
      var output =
          run(
              database,
              List.of(
                  "pgbench",
                  "-n",
                  "-M",
                  "prepared",
                  "-c",
                  "64",
                  "-j",
                  "2",
                  "-T",
                  "5",
                  "-f",
                  script.toString(),
                  "agent"));
      var tps = Pattern.compile("tps = ([0-9.]+)").matcher(output);
      if (!tps.find()) {
        throw new IllegalStateException(output);
      }
      return Double.parseDouble(tps.group(1));
    } finally {
      Files.delete(script);
    }
  }

  /** A peer's script prints jobs per second. */
  private static double peer(QueueDatabase database, String script) throws Exception {
    return Double.parseDouble(run(database, List.of("node", "bench/peers/" + script)).strip());
  }

  private static String run(QueueDatabase database, List<String> command)
      throws IOException, InterruptedException {
    var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder
        .environment()
        .putAll(
            Map.of(
                "PGHOST", database.part("host"),
                "PGPORT", database.part("port"),
                "PGUSER", database.part("user"),
                "PGPASSWORD", database.part("password"),
                "PGDATABASE", "agent"));
    var process = builder.start();
    try {
      var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(command + ": " + output);
      }
      return output;
    } finally {
      process.destroyForcibly();
    }
  }

  private static double inProcess(QueueDatabase database) throws Exception {
    try (var connections = Database.open(database.jdbcUrl())) {
      var queue = new Queue(connections, new FeedSignal(), 300, 60);
      var signals = new EventSignals();
      var vault = new Vault(MasterKey.fresh());
      var core =
          new Core(
              new LiveSettings(Settings.read(Map.of("AGENT_HOME", "/nonexistent"))),
              connections,
              vault,
              () -> Redactor.NONE,
              new EventLog(connections, signals),
              signals,
              new Lists(new Cursors(new byte[32])),
              new Addresses(null, null, null),
              new Background(),
              new Metrics());
      var context = SessionContext.of(connections, vault);
      var placement = new Placement(_ -> null, "{}");
      var tokens = new ConnectTokens(new byte[32]);
      try (var claims = SessionsFeature.wire(core, context, queue, placement, tokens).claims()) {
        var account = new AccountId(database.only("SELECT account_id FROM account"));
        var caller = caller(account);
        Contenders.Claim claim =
            (session, acceptor) ->
                claims.claim(account, new SessionId(session), acceptor, caller)
                    instanceof Claimed.Won;
        Contenders.run(database.fill(ENTRIES), CONTENDERS, WARM_UP, claim);
        return report("in process", database, database.fill(ENTRIES), claim);
      }
    }
  }

  private static double report(
      String name, QueueDatabase database, List<String> ids, Contenders.Claim claim)
      throws InterruptedException, SQLException {
    var run = Contenders.run(ids, CONTENDERS, SECONDS, claim);
    if (database.claimed() != run.won()) {
      throw new IllegalStateException(database.claimed() + " claimed, " + run.won() + " winners");
    }
    System.out.printf(
        Locale.ROOT,
        "%s: %.0f claims/s (%d won, %d lost in %.1f s)%n",
        name,
        run.perSecond(),
        run.won(),
        run.lost(),
        run.seconds());
    double[] millis = new double[run.nanos().length];
    for (int i = 0; i < millis.length; i++) {
      millis[i] = run.nanos()[i] / 1e6;
    }
    Figures.of("  a claim", "ms", millis).print();
    return run.perSecond();
  }

  private static Caller caller(AccountId account) {
    var permissions = EnumSet.allOf(Permission.class);
    var principal =
        new Principal(
            Principal.Kind.SERVICE_USER,
            Id.create(ServiceUserId.class).value(),
            "bench",
            null,
            account,
            Id.create(KeyId.class),
            "bench",
            null,
            permissions,
            Map.of());
    return new Caller(principal, "127.0.0.1", "bench");
  }
}
