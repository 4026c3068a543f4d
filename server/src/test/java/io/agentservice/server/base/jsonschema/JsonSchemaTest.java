package io.agentservice.server.base.jsonschema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

/** With a backtracking engine, or without bounds, most of these never end. */
@Timeout(200)
class JsonSchemaTest {
  private static JsonNode json(String text) {
    return JsonMapper.shared().readTree(text);
  }

  private static JsonSchema schema(String text) {
    return JsonSchema.of(json(text));
  }

  private static JsonSchema pattern(String pattern) {
    return JsonSchema.of(JsonMapper.shared().createObjectNode().put("pattern", pattern));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{'type':'nonsense'} | Not JSON Schema draft 7: /type",
        "{'required':'a'} | Not JSON Schema draft 7: /required",
        "{'$ref':'http://example.com/schema'} | $ref is only for parts of the schema itself",
        "{'items':[{'$ref':'other.json#/a'}]} | $ref is only for parts of the schema itself",
        "{'$ref':'#/definitions/none'} | /definitions/none cannot be resolved",
        "{'$ref':'#'} | The schema needs too many steps, or describes itself",
        "{'anyOf':[{'$ref':'#'}]} | The schema needs too many steps, or describes itself",
        "{'$schema':'http://json-schema.org/draft-04/schema#'} | Unknown dialect"
      })
  void aSchemaThatCanNotBeUsedIsRefusedWithTheReason(String schema, String reason) {
    assertThatThrownBy(() -> schema(schema.replace('\'', '"')))
        .isInstanceOf(UnfitSchemaException.class)
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "^((a+)+)+\\2$",
        "(?=a)a",
        "(?<!b)a",
        "(",
        "(a{1000}){1000}",
        "((a{1000}){1000}){1000}",
        "(a{100}[)]{100}){100}",
        "(([(]a{1000})+{1000}){9}",
        "(a{1000}){1000}{1000}",
        "a{99999999999999}"
      })
  void aPatternThatCanNotBeMatchedInLinearTimeIsRefused(String pattern) {
    assertThatThrownBy(() -> pattern(pattern))
        .isInstanceOf(UnfitSchemaException.class)
        .hasMessageContaining("pattern");
  }

  @Test
  void patternsOfOneSchemaMayNotBeLargeTogetherEither() {
    var many =
        IntStream.range(0, 100)
            .mapToObj(i -> "\"p%d\":{\"pattern\":\"[a-z]{900}\"}".formatted(i))
            .collect(Collectors.joining(",", "{\"properties\":{", "}}"));
    assertThatThrownBy(() -> schema(many)).hasMessageContaining("patterns are too large");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "^(a+)+$ aaaa aaab",
        "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$ 0123abcd-0123-4567-89ab-0123456789ab 0123",
        "^[\\u4e00-\\u9fa5]+$ \u4f60\u597d hello",
        "^\\\\u$ \\u \u4f60",
        "^\\p{L}{2,3}$ \u00e9t\u00e9 e",
        "b abc ac"
      })
  void ordinaryPatternsMatchAsTheyDoElsewhere(String pattern, String good, String bad) {
    var schema = pattern(pattern);
    assertThat(schema.violations(StringNode.valueOf(good))).isEmpty();
    assertThat(schema.violations(StringNode.valueOf(bad))).hasSize(1);
  }

  @Test
  void nestedRepetitionsOverALongTextAreJudgedAtOnce() {
    var text = StringNode.valueOf("a".repeat(1 << 20) + "!");
    assertThat(pattern("^(a+)+$").violations(text)).hasSize(1);
    assertThat(pattern("^((a|aa)+)+$").violations(text)).hasSize(1);
  }

  @Test
  void aSchemaThatDoublesItsWorkAtEveryStepIsGivenUp() {
    var steps =
        IntStream.range(0, 60)
            .mapToObj(i ->
                "\"d%d\":{\"allOf\":[{\"$ref\":\"#/definitions/d%d\"},{\"$ref\":\"#/definitions/d%d\"}]}"
                    .formatted(i, i + 1, i + 1))
            .collect(Collectors.joining(","));
    var text =
        "{\"definitions\":{%s,\"d60\":{}},\"properties\":{\"a\":{\"$ref\":\"#/definitions/d0\"}}}"
            .formatted(steps);
    var schema = schema(text);
    assertThatThrownBy(() -> schema.violations(json("{\"a\":1}")))
        .isInstanceOf(UnfitSchemaException.class);
  }

  @Test
  void aSchemaMayReferToItselfForWhatIsInside() {
    var tree = schema("{\"type\":\"object\",\"additionalProperties\":{\"$ref\":\"#\"}}");
    assertThat(tree.violations(json("{\"a\":{\"b\":{}}}"))).isEmpty();
    assertThat(tree.violations(json("{\"a\":{\"b\":1}}"))).hasSize(1);
  }

  @Test
  void aMemberThatIsCalledLikeAReferenceIsData() {
    assertThat(schema("{\"properties\":{\"$ref\":{}},\"const\":{\"$ref\":\"x\"}}")).isNotNull();
  }
}
