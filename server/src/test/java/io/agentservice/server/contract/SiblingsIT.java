package io.agentservice.server.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.agentservice.server.base.http.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Things beside each other: a write to one changes no row, in any table, that names another. */
class SiblingsIT extends EveryWrite {
  private static final Pattern ID = Pattern.compile("[0-9a-f]{32}");

  /** What a background task writes, and what everybody's requests are counted in. */
  private static final List<String> MOVING =
      List.of("audit_unsealed", "audit_seal", "rate_window", "leader");

  @TestFactory
  Stream<DynamicTest> aWriteToOneThingLeavesTheOthersAsTheyAre() {
    var tested = new TreeMap<String, Route>();
    writes()
        .filter(route -> route.path().contains("{") && writeOf(route) != null)
        .filter(route -> !route.path().endsWith("/interrupt")) // of sessions without their machine
        .filter(route -> !route.path().contains("/terminals")) // with one: the agent goes on
        .filter(route -> !route.path().contains("{idp_group_name}")) // one and the same
        .forEach(route -> tested.put(route.method() + " " + route.path(), route));
    var apart = new ArrayList<String>();
    var tests =
        tested.entrySet().stream()
            .map(one -> dynamicTest(one.getKey(), () -> leavesItsSibling(one, apart)));
    return Stream.concat(
        tests,
        Stream.of(dynamicTest("enough of them", () -> assertThat(apart).hasSizeGreaterThan(50))));
  }

  private void leavesItsSibling(Map.Entry<String, Route> one, List<String> apart) {
    String sibling = writeOf(one.getValue()).path().get();
    var write = writeOf(one.getValue());
    String path = write.path().get();
    String id = idOnlyIn(sibling, path);
    if (id == null) {
      return; // of the organization, of which there is one
    }
    apart.add(one.getKey());
    String before = rowsNaming(id);
    assertThat(before).isNotEmpty();
    var answer = caller(path).send(one.getValue().method().name(), path, write.body());
    assertThat(answer.status()).as(answer.body()).isIn(200, 201, 202, 204);
    assertThat(rowsNaming(id)).isEqualTo(before);
  }

  @TestFactory
  Stream<DynamicTest> byThePathOfAnotherOrganizationAThingIsUnknownAndStaysAsItIs() {
    return writes()
        .filter(route -> route.path().contains("{org_id}/") && writeOf(route) != null)
        .filter(route -> !route.path().contains("{idp_group_name}"))
        .filter(route -> !isToJoin(route)) // which a member of another may
        .filter(route -> !route.path().contains("/terminals")) // as above
        .map(route ->
            dynamicTest(route.method() + " " + route.path(), () -> isUnknownElsewhere(route)));
  }

  private static boolean isToJoin(Route route) {
    return route.method().name().equals("POST") && route.path().contains("/members/");
  }

  private void isUnknownElsewhere(Route route) {
    var write = writeOf(route);
    String path = write.path().get();
    String elsewhere = path.replace(org.value(), server.given().organization().value());
    String id = idOnlyIn(path, org.value());
    if (id == null) {
      return; // the organization's only one
    }
    String before = rowsNaming(id);
    var answer = caller(path).send(route.method().name(), elsewhere, write.body());
    assertThat(answer.status()).as(answer.body()).isIn(400, 404, 422);
    assertThat(rowsNaming(id)).isEqualTo(before);
  }

  private static @Nullable String idOnlyIn(String sibling, String path) {
    return ID.matcher(sibling)
        .results()
        .map(found -> found.group())
        .filter(id -> !path.contains(id))
        .findFirst()
        .orElse(null);
  }

  private String rowsNaming(String id) {
    String rows =
        Stream.of(tables().split(","))
            .filter(table -> !MOVING.contains(table))
            .map(table ->
                "SELECT '%1$s ' || t::text AS line FROM %1$s t, wanted WHERE strpos(t::text, id) > 0"
                    .formatted(table))
            .collect(Collectors.joining(" UNION ALL "));
    return server
        .given()
        .text(
            "WITH wanted AS (SELECT ?::text AS id) SELECT coalesce(string_agg(line, chr(10) ORDER BY line), '') FROM ("
                + rows
                + ") AS named",
            id);
  }

  private String tables() {
    return server
        .given()
        .text(
            """
            SELECT string_agg(table_name, ',' ORDER BY table_name) FROM information_schema.tables
             WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
            """);
  }
}
