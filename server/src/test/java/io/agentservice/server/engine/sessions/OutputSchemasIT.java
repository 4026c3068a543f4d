package io.agentservice.server.engine.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.testing.OnOrganization;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which JSON Schemas a session takes for its result (completions.md 9). */
class OutputSchemasIT extends OnOrganization {
  private static String body(String schema) {
    return "{\"prompt\":\"p\",\"structured_output_schema\":%s}".formatted(schema);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"properties\":{\"x\":{\"pattern\":\"^((a+)+)+\\\\2$\"}}}",
        "{\"patternProperties\":{\"(?=a)\":{}}}",
        "{\"type\":\"nonsense\"}",
        "{\"$ref\":\"http://localhost:1/schema\"}",
        "{\"$ref\":\"#/definitions/none\"}",
        "{\"$ref\":\"#\"}"
      })
  void aSchemaThatCouldNotBeUsedIsRefusedAtOnce(String schema) {
    member.post(path("sessions"), body(schema)).invalid("body.structured_output_schema format");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"properties\":{\"x\":{\"pattern\":\"^(a+)+$\"}}}",
        "{\"definitions\":{\"a\":{\"type\":\"integer\"}},\"properties\":{\"x\":{\"$ref\":\"#/definitions/a\"}}}"
      })
  void aSchemaOfDraft7IsTaken(String schema) {
    member.post(path("sessions"), body(schema)).ok();
  }

  @ParameterizedTest
  @ValueSource(ints = {65_536, 65_537})
  void aSchemaHas64KibibytesAtMost(int bytes) {
    var schema = Json.MAPPER.createObjectNode().put("description", "");
    schema.put("description", "x".repeat(bytes - schema.toString().length()));
    var reply = member.post(path("sessions"), body(schema.toString()));
    if (bytes > 65_536) {
      reply.invalid("body.structured_output_schema too_long");
    } else {
      assertThat(reply.ok().text("/session_id")).isNotNull();
    }
  }
}
