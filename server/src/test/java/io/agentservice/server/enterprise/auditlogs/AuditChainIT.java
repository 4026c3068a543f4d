package io.agentservice.server.enterprise.auditlogs;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.audit.AuditChain;
import io.agentservice.server.base.audit.AuditCheck;
import io.agentservice.server.base.audit.AuditCheck.Head;
import io.agentservice.server.base.audit.AuditCheck.Verdict.Broken;
import io.agentservice.server.base.audit.AuditCheck.Verdict.Whole;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.answers.WireName;
import io.agentservice.server.testing.OnOrganization;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the chain of the audit log proves, against somebody who writes into the database (ADR 35).
 */
class AuditChainIT extends OnOrganization {
  private static final String LOG = "/v3/enterprise/audit-logs?order=asc&first=200&after=";

  /** A record as servers of the release before write it: of an id and an account. */
  private static final String COPY =
      """
      INSERT INTO audit_log
      SELECT 'audit_log-' || %s, %s, org_id, action, user_id, user_email, service_user_id, service_user_name,
             ip_address, request_id, data, now()
        FROM audit_log LIMIT 1
      """;

  @BeforeEach
  void someRecords() {
    for (String name : List.of("a", "b", "c", "d")) {
      note(name);
    }
    sealed();
  }

  /** Every test has a whole chain before it. */
  @AfterEach
  void emptied() {
    server.given().tampered("DELETE FROM audit_log");
    server.given().tampered("DELETE FROM audit_unsealed");
    server.given().tampered("DELETE FROM audit_seal");
    server.given().tampered("DELETE FROM account WHERE account_id = 'acct-zz'");
  }

  private void note(String name) {
    member.post(path("knowledge/notes"), json("name", name, "body", "b", "trigger", "t")).ok();
  }

  private void sealed() {
    await(() -> server.given().number("SELECT count(*) FROM audit_unsealed") == 0);
  }

  /** The whole log, oldest first. */
  private List<ObjectNode> export() {
    var lines = new ArrayList<ObjectNode>();
    String after = "";
    while (after != null) {
      var page = server.admin().get(LOG + after).ok();
      page.at("/items").forEach(item -> lines.add((ObjectNode) item));
      after = page.text("/end_cursor");
    }
    return lines;
  }

  private static AuditCheck.Verdict verdict(Head anchor, List<ObjectNode> lines) {
    var check = new AuditCheck(anchor);
    lines.forEach(check::take);
    return check.finish();
  }

  private AuditCheck.Verdict verdict() {
    return verdict(null, export());
  }

  private Head head() {
    return ((Whole) verdict()).head();
  }

  private static String id(List<ObjectNode> lines, int index) {
    return lines.get(index).path("audit_log_id").asString();
  }

  @Test
  void recordsAreSealedInAChainWithoutGaps() {
    var lines = export();
    var whole = (Whole) verdict(null, lines);
    assertThat(whole.unsealed()).isZero();
    assertThat(whole.head().position()).isEqualTo(lines.size());
    assertThat(lines.getLast().at("/seal/hash").asString()).isEqualTo(whole.head().hash());
    assertThat(lines.getFirst().at("/seal/previous_hash").asString()).isEqualTo("0".repeat(64));
    note("later");
    sealed();
    assertThat(verdict(whole.head(), export())).isInstanceOf(Whole.class);
    assertThat(verdict(whole.head(), export().reversed())).isInstanceOf(Whole.class);
  }

  @Test
  void aChangedRecordIsNamed() {
    String changed = id(export(), 2);
    server
        .given()
        .tampered(
            "UPDATE audit_log SET data = jsonb_set(data, '{name}', '\"x\"') WHERE audit_log_id = ?",
            changed);
    assertThat(verdict()).isEqualTo(new Broken("changed", 3, changed + " is not what was sealed"));
  }

  @Test
  void aChangedRecordThatWasSealedAnewIsNamedByItsSuccessor() {
    var lines = export();
    lines.get(1).put("action", "delete_knowledge");
    var forged = lines.get(1);
    ((ObjectNode) forged.get("seal")).put("hash", AuditChain.hash(forged));
    assertThat(verdict(null, lines))
        .isEqualTo(
            new Broken(
                "changed",
                2,
                "%s was sealed anew: %s was sealed after another"
                    .formatted(id(lines, 1), id(lines, 2))));
  }

  @Test
  void aRemovedRecordIsNamedByItsNeighbours() {
    var lines = export();
    server.given().tampered("DELETE FROM audit_log WHERE audit_log_id = ?", id(lines, 1));
    assertThat(verdict())
        .isEqualTo(
            new Broken(
                "removed",
                2,
                "the record after %s and before %s is missing"
                    .formatted(id(lines, 0), id(lines, 2))));
  }

  @Test
  void aRecordThatWasPutInHasNoSealOrThePlaceOfAnother() {
    var lines = export();
    server
        .given()
        .tampered(
            """
            INSERT INTO audit_log SELECT 'audit_log-' || repeat('0', 32), account_id, org_id, action, user_id, user_email,
              service_user_id, service_user_name, ip_address, request_id, data, created_at - interval '1 day'
              FROM audit_log WHERE audit_log_id = ?
            """,
            id(lines, 0));
    assertThat(verdict())
        .isEqualTo(
            new Broken(
                "inserted", 0, "audit_log-%s is old and has no seal".formatted("0".repeat(32))));
    var twice = new ArrayList<>(lines);
    twice.add(lines.get(1).deepCopy().put("audit_log_id", "audit_log-x"));
    assertThat(verdict(null, twice))
        .isEqualTo(new Broken("inserted", 2, "audit_log-x has the place of another record"));
  }

  @Test
  void onlyANotedHeadShowsThatTheEndIsGoneOrThatAllWasWrittenAnew() {
    var head = head();
    var lines = export();
    assertThat(verdict(null, lines.subList(0, 3))).isInstanceOf(Whole.class);
    assertThat(verdict(head, lines.subList(0, 3)))
        .isEqualTo(
            new Broken(
                "removed",
                4,
                "the log ends with %s, but place %d was noted"
                    .formatted(id(lines, 2), lines.size())));
    server.given().tampered("UPDATE audit_log SET action = 'delete_knowledge'");
    server.given().tampered("DELETE FROM audit_seal");
    server
        .given()
        .tampered("INSERT INTO audit_unsealed SELECT account_id, audit_log_id FROM audit_log");
    sealed();
    assertThat(verdict()).isInstanceOf(Whole.class);
    assertThat(((Broken) verdict(head, export())).what()).isEqualTo("rewritten");
    assertThat(Head.parse(head.toString())).isEqualTo(head);
    assertThat(Head.parse("12:short")).isNull();
    assertThat(Head.parse("0:" + head.hash())).as("no place of a record").isNull();
  }

  @Test
  void ofRecordsWithoutASealTheOldestIsNamed() {
    var lines = export();
    for (String id : List.of("younger", "oldest", "young")) {
      var open = lines.getFirst().deepCopy().put("audit_log_id", id).putNull("seal");
      lines.add(open.put("created_at", id.equals("oldest") ? 1 : 2));
    }
    assertThat(verdict(null, lines))
        .isEqualTo(new Broken("inserted", 0, "oldest is old and has no seal"));
  }

  @Test
  void recordsOfAServerOfTheReleaseBeforeAreSealed() {
    server.given().update(COPY.formatted("repeat('1', 32)", "account_id"));
    sealed();
    assertThat(export())
        .filteredOn(record -> record.path("audit_log_id").asString().endsWith("1".repeat(32)))
        .singleElement()
        .satisfies(record -> assertThat(record.at("/seal/position").asLong()).isPositive());
    assertThat(verdict()).isInstanceOf(Whole.class);
  }

  @Test
  void anAccountThatCanNotBeSealedHoldsUpNoOther() {
    server.given().update("INSERT INTO account VALUES ('acct-zz', 'last')");
    server
        .given()
        .update("INSERT INTO audit_unsealed SELECT account_id, audit_log_id FROM audit_seal");
    server.given().update(COPY.formatted("repeat('2', 32)", "'acct-zz'"));
    await(() ->
        server.given().number("SELECT count(*) FROM audit_seal WHERE account_id = 'acct-zz'") == 1);
    server.given().tampered("DELETE FROM audit_unsealed");
    note("after");
    sealed(); // so no attempt is under way any more
  }

  @Test
  void marksOfRecordsThatWereTakenOutOfTheDatabaseStayAndHoldUpNoRecord() {
    server
        .given()
        .update(
            "INSERT INTO audit_unsealed SELECT account_id, 'aaa-' || n FROM account, generate_series(1, 600) n");
    note("after");
    await(() ->
        server
                .given()
                .number("SELECT count(*) FROM audit_unsealed WHERE audit_log_id LIKE 'audit%'")
            == 0);
    assertThat(verdict()).isInstanceOf(Whole.class);
    assertThat(
            server
                .given()
                .number(
                    "SELECT count(*) - 600 * (SELECT count(*) FROM account) FROM audit_unsealed"))
        .isZero();
  }

  @Test
  void theWordForTheProductMakesNoDifference() {
    member.post(path("sessions"), json("prompt", "p")).ok();
    sealed();
    var lines =
        export().stream()
            .map(line -> (ObjectNode) Json.MAPPER.readTree(WireName.DEVIN.write(line.toString())))
            .toList();
    assertThat(lines.toString()).contains("devin-");
    assertThat(verdict(null, lines)).isInstanceOf(Whole.class);
  }

  @Test
  void severalServersSealEachRecordOnce() throws Exception {
    try (var node = server.furtherNode();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var there = server.adminOf(node);
      var writes = new ArrayList<Callable<Integer>>();
      for (int i = 0; i < 20; i++) {
        String body = json("name", "note " + i, "body", "b", "trigger", "t");
        writes.add(() -> member.post(path("knowledge/notes"), body).status());
        writes.add(() -> there.post(path("knowledge/notes"), body).status());
      }
      for (var write : threads.invokeAll(writes)) {
        assertThat(write.get()).isEqualTo(200);
      }
      sealed();
    }
    var lines = export();
    assertThat(head().position()).isEqualTo(lines.size()).isGreaterThanOrEqualTo(44);
  }

  @Test
  void theDatabaseRefusesToChangeRecordsAndSeals() {
    for (String table : List.of("audit_log", "audit_seal")) {
      for (String sql :
          List.of("UPDATE %s SET account_id = 'x'", "DELETE FROM %s", "TRUNCATE %s")) {
        assertThatThrownBy(() -> server.given().update(sql.formatted(table)))
            .hasRootCauseMessage(
                "ERROR: rows of %s are never changed or deleted".formatted(table)
                    + "\n  Where: PL/pgSQL function refuse_change() line 3 at RAISE");
      }
    }
  }
}
