package io.agentservice.server.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Item 29 of completions.md: every write leaves exactly one audit record (auth.md 7). */
class AuditOfWritesIT extends EveryWrite {
  @Test
  void everyWriteHasALineHere() {
    assertThat(writes()).hasSizeGreaterThan(15).allSatisfy(r -> assertThat(writeOf(r)).isNotNull());
    var names = writes().map(r -> r.method() + " " + r.path()).collect(Collectors.toSet());
    assertThat(names).containsAll(known());
  }

  @TestFactory
  Stream<DynamicTest> everyWriteLeavesOneRecordWithItsActionAndItsCaller() {
    return writes()
        .map(route ->
            DynamicTest.dynamicTest(
                route.method() + " " + route.path(),
                () -> {
                  var write = writeOf(route);
                  String path = write.path().get();
                  String request = "write-" + (route.method() + path).hashCode();
                  var caller = caller(path);
                  boolean file = path.endsWith("/attachments");
                  var answer =
                      caller
                          .with("X-Request-Id", request)
                          .with("Content-Type", file ? form().mediaType() : "application/json")
                          .send(route.method().name(), path, write.body());
                  assertThat(answer.status()).as(answer.body()).isIn(200, 201, 204);
                  assertThat(server.given().actions(request)).containsExactly(write.action());
                  String callers =
                      "SELECT count(*) FROM audit_log WHERE request_id = ? AND coalesce(user_id, service_user_id) IS NOT NULL AND ip_address IS NOT NULL";
                  assertThat(server.given().number(callers, request)).isEqualTo(1);
                  String log = "/v3/enterprise/audit-logs?first=1&action=" + write.action();
                  assertThat(admin.get(log).ok().text("/items/0/request_id")).isEqualTo(request);
                }));
  }

  @Test
  void aSleepingSessionThatIsPutAwayLeavesARecordTheFirstTime() {
    admin.post(archived(), "").ok();
    String asleep =
        path("sessions/" + admin.get(path("sessions")).ok().text("/items/0/session_id"));
    var before = server.given().actions();

    admin.post(asleep + "/archive", "").ok();
    admin.post(asleep + "/archive", "").ok();

    var after = server.given().actions();
    assertThat(after.subList(before.size(), after.size())).containsExactly("archive_session");
  }
}
