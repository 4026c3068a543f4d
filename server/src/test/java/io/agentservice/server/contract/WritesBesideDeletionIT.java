package io.agentservice.server.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every write beside a deletion of its organization that has begun (ADR 42). */
class WritesBesideDeletionIT extends EveryWrite {
  @TestFactory
  Stream<DynamicTest> noWriteMakesAnythingInAnOrganizationThatIsBeingDeleted() {
    return writes()
        .filter(route -> List.of("POST", "PUT").contains(route.method().name()))
        .filter(route -> !route.path().startsWith("/opbeta/")) // of the account's queue
        .map(route ->
            DynamicTest.dynamicTest(
                route.method() + " " + route.path(),
                () -> {
                  org = server.given().organization();
                  member = server.as(server.given().key(org, "org_member"));
                  aHuman();
                  var write = writeOf(route);
                  String path = write.path().get();
                  var caller = caller(path);
                  boolean file = path.endsWith("/attachments");
                  var answer =
                      new HeldDeletion(server, org)
                          .beside(() ->
                              caller
                                  .with(
                                      "Content-Type",
                                      file ? form().mediaType() : "application/json")
                                  .send(route.method().name(), path, write.body()));
                  boolean makes =
                      route.idempotent()
                          && !route.path().contains("{session_id}")
                          && !route.path().endsWith("/rotate") // the old key has ended with it
                          && (route.path().contains("{org_id}") || route.path().startsWith("/v1/"));
                  assertThat(answer.status()).isLessThan(500);
                  if (makes) {
                    assertThat(answer.text("/code")).isEqualTo("organization_not_found");
                  }
                }));
  }
}
