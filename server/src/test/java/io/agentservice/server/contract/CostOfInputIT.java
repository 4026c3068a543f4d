package io.agentservice.server.contract;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.testing.OnOrganization;
import io.agentservice.server.testing.TcpProxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Twice of whatever a caller gives costs twice, not four times: by what goes between server and
 * database, the steps of masking and the secrets that are opened.
 */
@Isolated("reads counters of the whole process")
class CostOfInputIT extends OnOrganization {
  /** Chores of the server may come between. */
  private static final int TRIES = 3;

  /** What is done beside each request, such as housekeeping. */
  private static final long BESIDE = 200_000;

  private TcpProxy network;
  private String connection;

  @Override
  protected String databaseAddress(String jdbcUrl) {
    network = TcpProxy.before(jdbcUrl);
    return network.through(jdbcUrl);
  }

  @BeforeAll
  void connectGit() {
    connection =
        server
            .admin()
            .post(
                "/v3/enterprise/git-providers/connections",
                json("git_provider_type", "github_token", "host", "git.example", "token", "t"))
            .ok()
            .text("/git_connection_id");
  }

  @AfterAll
  void closeNetwork() {
    network.close();
  }

  private static final String GIT = "/v3/enterprise/organizations/{own}/git-providers/";
  private static final String NOTE = json("name", "n", "trigger", "t", "body", "b");
  private static final AtomicInteger USED = new AtomicInteger();

  /** What a body names by it is made before. */
  private static final Pattern NAMED = Pattern.compile("\\{(note|session|org)}");

  /**
   * Where it is sent and what; {@code size} counts items, or characters of a text. A whole path is
   * sent by the administrator.
   */
  record Input(String method, String below, IntFunction<Map<String, ?>> body) {}

  private static List<String> each(int number, String form) {
    return IntStream.range(0, number).mapToObj(form::formatted).toList();
  }

  private static Arguments of(String what, int size, String below, IntFunction<Map<String, ?>> of) {
    return Arguments.of(what, size, new Input("POST", below, of));
  }

  private static Map<String, ?> secrets(int number, int length) {
    var secrets =
        IntStream.range(0, number)
            .mapToObj(i -> Map.of("key", "K" + i, "value", "a".repeat(length) + "b" + i))
            .toList();
    return Map.of("prompt", "a".repeat(100_000), "session_secrets", secrets);
  }

  private static Map<String, ?> members(int number) {
    String form = "%d@" + USED.incrementAndGet() + ".example";
    return Map.of("emails", each(number, form), "enterprise_role_id", "account_member");
  }

  private static Map<String, ?> gitPermissions(int number) {
    var rules =
        each(number, "o/r-%d").stream()
            .map(path -> Map.of("git_connection_id", "{connection}", "repo_path", path))
            .toList();
    return Map.of("permissions", rules);
  }

  private static Map<String, ?> schema(int number) {
    var properties = new LinkedHashMap<String, Object>();
    each(number, "p%d").forEach(name -> properties.put(name, Map.of("type", "string")));
    return Map.of(
        "prompt",
        "p",
        "structured_output_schema",
        Map.of("type", "object", "properties", properties));
  }

  private static Map<String, ?> role(int number) {
    var names = Arrays.stream(Permission.values()).limit(number).map(Permission::wireName).toList();
    return Map.of(
        "role_name", "role-" + USED.incrementAndGet(), "role_type", "org", "permissions", names);
  }

  /** The test's own address is one of them. */
  private static Map<String, ?> addresses(int number) {
    var ranges = new ArrayList<>(each(number, "10.1.%d.0/24"));
    ranges.add("127.0.0.1");
    return Map.of("ip_ranges", ranges);
  }

  private static Map<String, ?> groups(int number) {
    var groups = new HashMap<String, Object>();
    each(number, "g%d").forEach(name -> groups.put(name, Map.of("org_ids", List.of("{org}"))));
    return Map.of("groups", groups);
  }

  private static Arguments put(
      String what, int size, String path, IntFunction<Map<String, ?>> body) {
    return Arguments.of(what, size, new Input("PUT", path, body));
  }

  static Stream<Arguments> moreInputs() {
    String sessions = "sessions";
    String tags = "/v3/enterprise/organizations/{own}/tags";
    return Stream.of(
        of(
            "sessions to read",
            20,
            sessions,
            n -> Map.of("prompt", "p", "session_links", each(n, "{session}"))),
        of(
            "notes to have",
            40,
            sessions,
            n -> Map.of("prompt", "p", "knowledge_ids", each(n, "{note}"))),
        of("schema", 400, sessions, CostOfInputIT::schema),
        of("permissions of a role", 8, "/v3/enterprise/roles", CostOfInputIT::role),
        put("tags that are allowed", 100, tags, n -> Map.of("tags", each(n, "tag-%d"))),
        put("addresses", 100, "/v3/enterprise/ip-access-list", CostOfInputIT::addresses),
        put("groups", 20, "/v3/enterprise/org-group-limits", CostOfInputIT::groups),
        put(
            "organizations of a group",
            20,
            "/v3/enterprise/org-group-limits",
            n -> Map.of("groups", Map.of("g", Map.of("org_ids", each(n, "{org}"))))));
  }

  static Stream<Arguments> inputs() {
    String sessions = "sessions";
    return Stream.of(
        of("prompt", 400_000, sessions, n -> Map.of("prompt", "a".repeat(n))),
        of("secrets by number", 40, sessions, n -> secrets(n, 1_000)),
        of("secrets by size", 20_000, sessions, n -> secrets(2, n)),
        of("tags", 25, sessions, n -> Map.of("prompt", "p", "tags", each(n, "tag-%d"))),
        of("title", 120, sessions, n -> Map.of("prompt", "p", "title", "t".repeat(n))),
        of("repositories", 25, sessions, n -> Map.of("prompt", "p", "repos", each(n, "o/r-%d"))),
        of(
            "links",
            25,
            sessions,
            n -> Map.of("prompt", "p", "attachment_urls", each(n, "https://x.example/%d"))),
        of(
            "note",
            400_000,
            "knowledge/notes",
            n -> Map.of("name", "n", "trigger", "t", "body", "a".repeat(n))),
        of("playbook", 400_000, "playbooks", n -> Map.of("title", "t", "body", "a".repeat(n))),
        of(
            "schedule",
            400_000,
            "schedules",
            n -> Map.of("name", "s", "prompt", "a".repeat(n), "frequency", "0 0 1 1 *")),
        of("secret", 30_000, "secrets", n -> Map.of("key", "K" + n, "value", "v".repeat(n))),
        of("members", 50, "/v3/enterprise/members/users", CostOfInputIT::members),
        of("git permissions", 100, GIT + "permissions", CostOfInputIT::gitPermissions),
        of("message", 400_000, "", n -> Map.of("message", "a".repeat(n))));
  }

  private record Cost(long carried, long masking, long decryptions) {
    /** What twice as much may cost. */
    Cost twice() {
      return new Cost(5 * carried / 2 + BESIDE, 5 * masking / 2 + BESIDE, 2 * decryptions + 10);
    }

    boolean isBelow(Cost most) {
      return carried < most.carried && masking < most.masking && decryptions < most.decryptions;
    }

    static Cost least(Cost one, Cost other) {
      return new Cost(
          Math.min(one.carried, other.carried),
          Math.min(one.masking, other.masking),
          Math.min(one.decryptions, other.decryptions));
    }
  }

  private Cost cost(Input input, int size) {
    org = server.given().organization();
    member = server.as(server.given().key(org, "org_member"));
    boolean whole = input.below().startsWith("/");
    var sender = whole ? server.admin() : member;
    String below = input.below().isEmpty() ? messages() : input.below();
    String path = whole ? below.replace("{own}", org.value()) : path(below);
    String body =
        named(
            Json.MAPPER
                .writeValueAsString(input.body().apply(size))
                .replace("{connection}", connection));
    long carried = network.carried();
    long masking = Redactor.steps();
    long decryptions = Vault.decryptions();
    sender.send(input.method(), path, body).ok();
    return new Cost(
        network.carried() - carried, Redactor.steps() - masking, Vault.decryptions() - decryptions);
  }

  private String named(String body) {
    return NAMED
        .matcher(body)
        .replaceAll(found ->
            switch (found.group(1)) {
              case "note" -> made("knowledge/notes", "note_id", NOTE);
              case "session" -> made("sessions", "session_id", "{\"prompt\":\"p\"}");
              default -> server.given().organization().value();
            });
  }

  private String made(String below, String id, String body) {
    return member.post(path(below), body).ok().text("/" + id);
  }

  private String messages() {
    return "sessions/"
        + member.post(path("sessions"), "{\"prompt\":\"p\"}").ok().text("/session_id")
        + "/messages";
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"inputs", "moreInputs"})
  void twiceAsMuchCostsTwice(String what, int size, Input input) {
    var once = cost(input, size);
    var twice = cost(input, 2 * size);
    for (int tries = 1; tries < TRIES && !twice.isBelow(once.twice()); tries++) {
      once = Cost.least(once, cost(input, size));
      twice = Cost.least(twice, cost(input, 2 * size));
    }

    assertThat(twice.isBelow(once.twice()))
        .as("%s of %s, %s of twice it", once, what, twice)
        .isTrue();
  }

  /** What an organization has is not gone through for each thing that is added to it. */
  @ParameterizedTest
  @MethodSource("things")
  void oneMoreOfManyCostsAsMuchAsTheFirst(String below, IntFunction<Map<String, ?>> body) {
    long[] carried = new long[60];
    for (int i = 0; i < carried.length; i++) {
      long before = network.carried();
      member.post(path(below), Json.MAPPER.writeValueAsString(body.apply(i))).ok();
      carried[i] = network.carried() - before;
    }
    long first = least(carried, 10, 20);
    long last = least(carried, 50, 60);
    assertThat(last).isLessThan(2 * first);
  }

  private static long least(long[] all, int from, int to) {
    return IntStream.range(from, to).mapToLong(i -> all[i]).min().orElseThrow();
  }

  private static Arguments thing(String below, IntFunction<Map<String, ?>> body) {
    return Arguments.of(below, body);
  }

  static Stream<Arguments> things() {
    return Stream.of(
        thing("sessions", i -> Map.of("prompt", "p" + i)),
        thing("secrets", i -> Map.of("key", "K" + i, "value", "v".repeat(1_000))),
        thing("knowledge/notes", i -> Map.of("name", "n" + i, "trigger", "t", "body", "b")),
        thing("playbooks", i -> Map.of("title", "t" + i, "body", "b")),
        thing("schedules", i -> Map.of("name", "s" + i, "prompt", "p", "frequency", "0 0 1 1 *")));
  }
}
