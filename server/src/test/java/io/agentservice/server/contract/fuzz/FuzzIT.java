package io.agentservice.server.contract.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.agentservice.server.contract.fuzz.RequestDice.Sent;
import io.agentservice.server.testing.ApiContract;
import io.agentservice.server.testing.LogCapture;
import io.agentservice.server.testing.OnServer;
import io.agentservice.server.testing.Reply;
import io.agentservice.server.testing.TestServer;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Whatever is sent to whatever operation: no 5xx, no trace, no hang, and an answer as the
 * specification has it. The dice are others every day; {@code -Dfuzz.seed} repeats them and {@code
 * -Dfuzz.seconds} (make fuzz) throws them for longer.
 */
@Isolated("reads the log of the whole process")
class FuzzIT extends OnServer {
  private static final long SECONDS = Long.getLong("fuzz.seconds", 5);
  private static final Set<String> METHODS = Set.of("get", "put", "post", "patch", "delete");

  /**
   * So many requests see one organization, unless one of them deletes it or revokes a key: then it
   * may have become unusable.
   */
  private static final int ROUND = 1000;

  private static final int FAILURES_SHOWN = 25;

  /** Of the listener, which knows no operation yet (completions.md 8.1). */
  private static final Set<String> BEFORE_ROUTING =
      Set.of("malformed_request", "route_not_found", "method_not_allowed", "uri_too_long");

  private static final Pattern INSIDES =
      Pattern.compile(
          "exception|\\bjava\\.|javalin|jetty|jackson|postgres|jdbi|\\bat io\\.|\\bSELECT\\b|SQLSTATE",
          Pattern.CASE_INSENSITIVE);

  private record Operation(String method, String path, JsonNode node) {
    String name() {
      return method + " " + path;
    }

    boolean isOpen() {
      return node.path("x-permission").asString("").equals("none");
    }
  }

  /** The credentials of one round; null for none. */
  private record Callers(List<String> current, List<String> old) {
    String pick(Operation operation, Random random) {
      boolean isOld = operation.path().matches("/v[12]/.*");
      return switch (random.nextInt(20)) {
        case 0 -> null;
        case 1 -> "agt_" + "x".repeat(random.nextInt(60));
        case 2 -> (isOld ? current : old).getFirst();
        default -> (isOld ? old : current).get(random.nextInt(isOld ? old.size() : current.size()));
      };
    }
  }

  private final long seed = Long.getLong("fuzz.seed", LocalDate.now(ZoneOffset.UTC).toEpochDay());
  private final Harvest harvest = new Harvest();
  private final Map<String, String> failures = new TreeMap<>();
  private final Map<Integer, Integer> statuses = new TreeMap<>();
  private JsonNode document;
  private Calls calls;
  private String before = "nothing";
  private boolean revoked;

  @Test
  void nothingThatIsSentBreaksTheServer() {
    document = server.anonymous().get("/openapi.json").ok().json();
    calls = new Calls(server.address());
    harvest.spare(server.admin().get("/v3/self").ok().text("/service_user_id"));
    try (var log = new LogCapture(Level.ERROR)) {
      long cases = throwDice(operations());
      System.out.printf("fuzz: seed %d, %d requests, answers %s%n", seed, cases, statuses);
      assertThat(failures.values().stream().limit(FAILURES_SHOWN))
          .as("-Dfuzz.seed=%d found %d faults", seed, failures.size())
          .isEmpty();
      assertThat(log.from(Level.ERROR)).as("-Dfuzz.seed=%d", seed).isEmpty();
    }
  }

  private long throwDice(List<Operation> operations) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    Callers callers = null;
    int i = 0;
    for (; i < operations.size() || System.nanoTime() < end; i++) {
      if (i % ROUND == 0 || revoked) {
        callers = callers();
        revoked = false;
      }
      var operation = operations.get(i % operations.size());
      var random = new Random(seed * 1_000_003 + i);
      var dice = new RequestDice(document, harvest);
      var sent = dice.request(operation.method(), operation.path(), operation.node(), random);
      String token = callers.pick(operation, random);
      try {
        attempt(operation, sent, token);
      } catch (AssertionError | JacksonException e) {
        String what = String.valueOf(e.getMessage());
        failures.putIfAbsent(
            operation.name() + " " + what.lines().findFirst().orElse("").replaceAll("\\d+", "#"),
            "%s%n  %s%n  case %d as %s after %s%n".formatted(sent, what, i, token, before));
      }
      before = sent.toString();
    }
    return i;
  }

  private void attempt(Operation operation, Sent sent, String token) {
    var reply = calls.send(sent, token);
    statuses.merge(reply.status(), 1, Integer::sum);
    boolean busy = reply.status() == 503 && reply.headers().firstValue("Retry-After").isPresent();
    boolean upstream = reply.status() == 502 && reply.text("/code").equals("upstream_failed");
    if (reply.status() >= 500 && !busy && !upstream) {
      throw new AssertionError(reply.status() + " " + reply.body());
    }
    if (reply.status() >= 400 && INSIDES.matcher(reply.body()).find()) {
      throw new AssertionError("shows its insides: " + reply.body());
    }
    revoked |= reply.status() == 401 && reply.text("/code").equals("credentials_revoked");
    if (token == null && !operation.isOpen() && reply.status() < 400) {
      throw new AssertionError("answered nobody: " + reply.status());
    }
    judge(sent, reply);
    boolean json = reply.headers().firstValue("Content-Type").orElse("").contains("json");
    if (reply.status() < 300 && json) {
      harvest.add(reply.json());
    }
  }

  private static void judge(Sent sent, Reply reply) {
    var known = reply.status() >= 400 && BEFORE_ROUTING.contains(reply.text("/code"));
    if (!known) {
      ApiContract.instance().judge(sent.method(), sent.pathOnly(), sent.text(), reply);
    }
  }

  private List<Operation> operations() {
    var all = new ArrayList<Operation>();
    for (var path : document.get("paths").properties()) {
      for (var operation : path.getValue().properties()) {
        if (METHODS.contains(operation.getKey())) {
          String method = operation.getKey().toUpperCase(Locale.ROOT);
          all.add(new Operation(method, path.getKey(), operation.getValue()));
        }
      }
    }
    return all;
  }

  /** A fresh organization, and who may do everything in it. */
  private Callers callers() {
    var given = server.given();
    var org = given.organization();
    var human = given.human(null, "account_admin");
    given.role(human, org, "org_admin");
    var member = given.human(org, "org_member");
    harvest.clear();
    harvest.add("org_id", org.value());
    harvest.add("user_id", member.value());
    harvest.add("host", "127.0.0.1:1"); // of git connections: nobody is asked but this machine
    harvest.add("service_user_id", given.serviceUser(org, "org_member").value());
    return new Callers(
        List.of(
            TestServer.ADMIN_KEY,
            TestServer.ADMIN_KEY,
            given.personalToken(human),
            given.key(org, "org_member")),
        List.of(given.legacyKey(human, org), given.legacyKey(null, org)));
  }
}
