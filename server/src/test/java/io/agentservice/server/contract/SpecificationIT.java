package io.agentservice.server.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.testing.ApiContract;
import io.agentservice.server.testing.TestServer;
import java.util.Collection;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;

/** The specification and the routes in code are one and the same interface. */
class SpecificationIT {
  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void everyRouteIsAnOperationAndEveryOperationARouteWithTheSamePermission() {
    var routes =
        server.routes().stream()
            .map(SpecificationIT::line)
            .collect(Collectors.toCollection(TreeSet::new));
    var operations =
        ApiContract.instance().operations().stream()
            .map(operation ->
                operation.method()
                    + " "
                    + operation.path()
                    + " "
                    + permission(operation.permission()))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(routes).isEqualTo(operations);
  }

  private static String line(Route route) {
    return route.method().name() + " " + route.path() + " " + permission(route.access());
  }

  private static String permission(Access access) {
    return switch (access) {
      case Access.Open() -> "none";
      case Access.SignedIn() -> "signed-in";
      case Access.InOrganization(var anyOf) -> names(anyOf);
      case Access.InKeyOrganization(var anyOf) -> names(anyOf);
      case Access.InOrganizationOfThing(var anyOf) -> names(anyOf);
      case Access.InAccount(var anyOf) -> names(anyOf);
      case Access.Page _, Access.OpenPage _ -> throw new AssertionError("a page is no operation");
    };
  }

  private static String names(Collection<Permission> permissions) {
    return permissions.stream().map(Permission::wireName).sorted().collect(Collectors.joining("|"));
  }

  private static String permission(JsonNode permission) {
    return permission.isString()
        ? permission.stringValue()
        : permission
            .valueStream()
            .map(JsonNode::stringValue)
            .sorted()
            .collect(Collectors.joining("|"));
  }

  @Test
  void anOperationTakesAnIdempotencyKeyExactlyWhenItsRouteHonoursOne() {
    var honouring =
        server.routes().stream()
            .filter(Route::idempotent)
            .map(route -> route.method().name() + " " + route.path())
            .collect(Collectors.toCollection(TreeSet::new));
    var taking =
        ApiContract.instance().operations().stream()
            .filter(operation -> operation.node().toString().contains("parameters/idempotency_key"))
            .map(operation -> operation.method() + " " + operation.path())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(taking).isEqualTo(honouring);
  }

  @Test
  void theDocumentIsServedAsJsonAndAsYamlWithoutACredential() {
    var json = server.anonymous().get("/openapi.json").ok().json();
    var yaml = server.anonymous().get("/openapi.yaml").ok();
    JsonNode fromYaml = Json.MAPPER.valueToTree(new Yaml().load(yaml.body()));
    assertThat(json.path("openapi").stringValue()).startsWith("3.1");
    assertThat(fromYaml).isEqualTo(json);
  }

  @Test
  void everyReferenceOfTheDocumentLeadsToAComponentOfIt() {
    var document = server.anonymous().get("/openapi.json").ok().json();
    var references = document.findValuesAsString("$ref");
    assertThat(references).hasSizeGreaterThan(100);
    assertThat(references)
        .allSatisfy(reference -> {
          assertThat(reference).startsWith("#/components/");
          assertThat(document.at(reference.substring(1)).isObject()).isTrue();
        });
  }

  /** Item 12. */
  @Test
  void creationsOfVersion3Answer200() {
    assertThat(ApiContract.instance().operations())
        .filteredOn(
            operation -> operation.method().equals("POST") && operation.path().startsWith("/v3"))
        .isNotEmpty()
        .allSatisfy(operation ->
            assertThat(operation.node().get("responses").propertyNames())
                .contains("200")
                .doesNotContain("201"));
  }

  @Test
  void operationIdsAreUnique() {
    assertThat(ApiContract.instance().operations())
        .extracting(ApiContract.Operation::id)
        .doesNotHaveDuplicates();
  }

  @Test
  void everyFieldOfAnAnswerIsRequiredUnlessItMayBeAbsent() {
    var schemas = server.anonymous().get("/openapi.json").ok().at("/components/schemas");
    for (String name : schemas.propertyNames()) {
      boolean answered =
          !name.endsWith("Create")
              && !name.endsWith("Write")
              && !name.endsWith("Change")
              && !name.equals("SessionSecret");
      var schema = schemas.get(name);
      if (answered && schema.has("properties")) {
        var optional = new TreeSet<>(schema.get("properties").propertyNames());
        schema.path("required").forEach(field -> optional.remove(field.stringValue()));
        optional.removeIf(
            field -> schema.at("/properties/" + field).toString().contains("nly with"));
        optional.remove("hint");
        assertThat(optional).as(name).isEmpty();
      }
    }
  }
}
