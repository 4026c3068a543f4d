package io.agentservice.e2e.servers;

import io.agentservice.client.AgentClient;
import io.agentservice.client.http.ClientSettings;
import io.agentservice.e2e.Programs;
import io.agentservice.postgres.EmbeddedPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Servers on one database and behind one balancer; all its parts below one directory. */
public final class Cluster implements AutoCloseable {
  static final String TOKEN = "e2e-bootstrap-token-0123456789";

  private static final long LOOK_NANOS = 50_000_000;
  private static final int LOOKS = 200;
  private static final Duration READY = Duration.ofMinutes(2);

  private static final Pattern PORT = Pattern.compile("//127\\.0\\.0\\.1:(\\d+)/");

  private final Path directory;

  /** What the database begins as: with the tables of the release that the servers are of. */
  private final Path prepared;

  private final List<Node> nodes = new CopyOnWriteArrayList<>();
  private final AtomicInteger turn = new AtomicInteger();
  private final Relay balancer = new Relay(this::next);
  private final AgentClient client =
      new AgentClient(
          ClientSettings.of(URI.create(address()), TOKEN)
              .withRequestTimeout(Duration.ofSeconds(5)));
  private EmbeddedPostgres database;
  private volatile int databasePort;
  private volatile boolean trusting;
  private volatile boolean closed;
  private String org = "";

  @SuppressWarnings("NullAway.Init") // the database is opened by the constructor
  private Cluster(Path directory, @Nullable Path release) {
    this.directory = directory;
    this.prepared = release == null ? Programs.preparedHome() : Programs.preparedHomeOf(release);
    openDatabase();
  }

  /** Starts them; {@code settings} are those of each server beside what every test needs. */
  public static Cluster start(Path directory, int servers, Map<String, String> settings)
      throws IOException {
    return start(directory, servers, settings, null);
  }

  /** As servers of the release in that directory; null: of ours. */
  static Cluster start(
      Path directory, int servers, Map<String, String> settings, @Nullable Path release)
      throws IOException {
    Files.createDirectories(directory.resolve("home"));
    var cluster = new Cluster(directory, release);
    boolean started = false;
    try {
      cluster.launch(servers, settings, release);
      started = true;
    } finally {
      if (!started) {
        cluster.close();
      }
    }
    return cluster;
  }

  private void launch(int servers, Map<String, String> settings, @Nullable Path release)
      throws IOException {
    var all = new HashMap<>(settings);
    all.put("AGENT_HOME", directory.resolve("home").toString());
    all.put("AGENT_PORT", "0");
    all.put("AGENT_BASE_URL", address());
    all.put("AGENT_BOOTSTRAP_TOKEN", TOKEN);
    all.put("AGENT_REPLAY_MODELS", "true");
    all.put("AGENT_REMOTE_BINARIES", Programs.REMOTES.toString());
    for (String policy : List.of("READS", "WRITES", "CREATES")) {
      all.put("AGENT_RATE_" + policy, "0");
    }
    for (int i = 0; i < servers; i++) {
      var network = new Relay(this::toDatabase);
      all.put(
          "AGENT_DATABASE_URL",
          PORT.matcher(database.jdbcUrl()).replaceFirst("//127.0.0.1:" + network.port() + "/"));
      var node = new Node("server-" + i, directory, all, network);
      node.becomes(release);
      node.start(); // one after the other: the first makes the first organization
      nodes.add(node);
      Thread.startVirtualThread(() -> watch(node));
    }
    var first = nodes.getFirst().client();
    org = first.self().object("org_permissions").fields().keySet().iterator().next();
    first.fleet().createOutpost("local", "linux", "of the test");
  }

  private void openDatabase() {
    database =
        EmbeddedPostgres.open(
            directory.resolve("postgres"), prepared.resolve("postgres"), Duration.ofSeconds(30));
    var port = PORT.matcher(database.jdbcUrl());
    if (!port.find()) {
      throw new IllegalStateException("no port in the database's address");
    }
    databasePort = Integer.parseInt(port.group(1));
  }

  private Socket toDatabase() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), databasePort);
  }

  /** As balancers do: each in turn, of those that were ready a moment ago, else of all. */
  private Socket next() throws IOException {
    var ready = ready();
    for (int i = 0; trusting && ready.isEmpty() && i < LOOKS; i++) {
      LockSupport.parkNanos(LOOK_NANOS); // on a busy machine all looks may take too long at once
      ready = ready();
    }
    var some = ready.isEmpty() ? nodes : ready;
    int first = turn.incrementAndGet();
    if (trusting) {
      return some.get(Math.floorMod(first, some.size())).connect();
    }
    for (int i = 0; i < some.size(); i++) {
      try {
        return some.get(Math.floorMod(first + i, some.size())).connect();
      } catch (IOException e) {
        // killed since: the next one
      }
    }
    throw new IOException("no server is up");
  }

  private List<Node> ready() {
    return nodes.stream().filter(Node::isUp).toList();
  }

  /** Waits until the balancer takes each for ready. */
  void awaitAll() {
    long end = System.nanoTime() + READY.toNanos();
    while (!nodes.stream().allMatch(Node::isUp)) {
      if (System.nanoTime() > end) {
        throw new AssertionError("a server does not become ready, logs in " + directory);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private void watch(Node node) {
    while (!closed) {
      node.look();
      LockSupport.parkNanos(300_000_000);
    }
  }

  /** The balancer's address. */
  String address() {
    return "http://127.0.0.1:" + balancer.port();
  }

  /** From now on the balancer goes by {@code /readyz} alone: it tries no other server. */
  void trustReadiness() {
    trusting = true;
  }

  /** A client of the balancer. */
  public AgentClient client() {
    return client;
  }

  public List<Node> nodes() {
    return nodes;
  }

  public String org() {
    return org;
  }

  Path directory() {
    return directory;
  }

  /** Straight to the database, whatever the servers' networks are like. */
  Connection openConnection() throws SQLException {
    return DriverManager.getConnection(database.jdbcUrl());
  }

  void stopDatabase() {
    database.close();
  }

  void startDatabase() {
    openDatabase();
  }

  /**
   * The database's other half takes over: all connections are dead, and the servers are not told.
   */
  void failOverSilently() {
    nodes.forEach(node -> node.network().abandon());
    stopDatabase();
    startDatabase();
  }

  @Override
  public void close() {
    closed = true;
    nodes.forEach(Node::end);
    balancer.close();
    nodes.forEach(node -> node.network().close());
    database.close();
  }
}
