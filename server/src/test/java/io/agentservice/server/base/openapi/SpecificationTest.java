package io.agentservice.server.base.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.answers.Json;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class SpecificationTest {
  private static final String NOTES = "/v3/organizations/{org_id}/knowledge/notes";

  private final JsonNode document = Json.MAPPER.valueToTree(Specification.bundle());

  @Test
  void aListHasTheParametersOfItsPathAndOfPagingBeforeItsOwn() {
    assertThat(operation("get", NOTES).at("/parameters").findValuesAsString("$ref"))
        .containsExactly(
            "#/components/parameters/org_id",
            "#/components/parameters/first",
            "#/components/parameters/limit",
            "#/components/parameters/after");
    assertThat(operation("get", NOTES).at("/parameters").findValuesAsString("name"))
        .startsWith("search");
  }

  @Test
  void aListAnswersAPageOfItsItems() {
    var schema = operation("get", NOTES).at("/responses/200/content/application~1json/schema");
    assertThat(schema.at("/$ref").stringValue()).isEqualTo("#/components/schemas/NotePage");
    var page = document.at("/components/schemas/NotePage");
    assertThat(page.at("/properties/items/items/$ref").stringValue())
        .isEqualTo("#/components/schemas/Note");
    assertThat(page.at("/properties/total/type").stringValue()).isEqualTo("integer");
  }

  @Test
  void anOperationCanAnswerWhatItsMethodPathAndPermissionImply() {
    assertThat(operation("get", NOTES + "/{note_id}").get("responses").propertyNames())
        .containsExactlyInAnyOrder(
            "200", "400", "401", "403", "404", "414", "429", "431", "500", "503");
    assertThat(operation("put", NOTES + "/{note_id}").get("responses").propertyNames())
        .containsExactlyInAnyOrder(
            "200", "400", "401", "403", "404", "408", "413", "414", "415", "422", "429", "431",
            "500", "503");
    assertThat(operation("post", NOTES).get("responses").propertyNames()).contains("409");
    assertThat(operation("get", "/v3/self").get("responses").propertyNames())
        .containsExactlyInAnyOrder("200", "400", "401", "403", "414", "429", "431", "500", "503");
    assertThat(operation("get", "/healthz").get("responses").propertyNames())
        .containsExactlyInAnyOrder("200", "400", "414", "431", "500");
  }

  @Test
  void aBodyIsWantedWhereAFieldOfItIs() {
    assertThat(wantsBody("post", NOTES)).isTrue();
    assertThat(wantsBody("post", "/v3/organizations/{org_id}/playbooks")).isTrue();
    assertThat(wantsBody("put", "/v3beta1/organizations/{org_id}/default-platform")).isFalse();
  }

  @Test
  void noShortFormIsLeft() {
    assertThat(document.at("/paths").toString())
        .doesNotContain("x-answer", "x-page-of", "x-body", "x-idempotent");
  }

  private boolean wantsBody(String method, String path) {
    return operation(method, path).at("/requestBody/required").booleanValue();
  }

  private JsonNode operation(String method, String path) {
    return document.get("paths").get(path).get(method);
  }
}
