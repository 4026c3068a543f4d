package io.agentservice.server.base.jsonschema;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.ValidationLimitExceededException;
import com.networknt.schema.dialect.DialectId;
import com.networknt.schema.dialect.Dialects;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A stranger's draft 7 schema. Thread-safe; methods block for {@link OwnThread#LONGEST} and more,
 * or throw {@link JudgesBusyException}.
 */
public final class JsonSchema {
  /** The largest schema, in bytes of its JSON (completions.md 9). */
  public static final int MAX_BYTES = 65_536;

  private static final int MAX_VIOLATIONS = 10;
  private static final long MAX_STEPS = 1_000_000;
  private static final int MAX_DEPTH = 200;

  /** Here a member of that name is data, not a reference. */
  private static final Set<String> DATA = Set.of("const", "default", "enum", "examples");

  private static final Schema DRAFT_7 =
      SchemaRegistry.withDialect(Dialects.getDraft7())
          .getSchema(SchemaLocation.of(DialectId.DRAFT_7));

  private final Schema schema;

  private JsonSchema(Schema schema) {
    this.schema = schema;
  }

  /**
   * Throws {@link UnfitSchemaException} when it is too large, not draft 7, refers elsewhere or to
   * itself, or has a pattern that is not linear.
   */
  public static JsonSchema of(JsonNode schema) {
    if (schema.toString().getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw new UnfitSchemaException("The schema has more than 64 KiB");
    }
    checkReferences(schema);
    return bounded(() -> {
      var errors = DRAFT_7.validate(schema, JsonSchema::bound);
      if (!errors.isEmpty()) {
        throw new UnfitSchemaException("Not JSON Schema draft 7: " + say(errors.getFirst()));
      }
      var compiled = registry().getSchema(schema);
      compiled.initializeValidators();
      // Finds a schema that refers to itself without end.
      compiled.validate(JsonNodeFactory.instance.objectNode(), JsonSchema::bound);
      return new JsonSchema(compiled);
    });
  }

  /** At most ten sentences. Throws {@link UnfitSchemaException} when it takes too long. */
  public List<String> violations(JsonNode value) {
    return bounded(() ->
        schema.validate(value, JsonSchema::bound).stream()
            .limit(MAX_VIOLATIONS)
            .map(JsonSchema::say)
            .toList());
  }

  private static String say(Error error) {
    return error.getInstanceLocation() + " " + error.getMessage();
  }

  private static SchemaRegistry registry() {
    return SchemaRegistry.withDialect(
        Dialects.getDraft7(),
        registry ->
            registry
                .schemaLoader(loader -> loader.fetchRemoteResources(false))
                .schemaRegistryConfig(
                    SchemaRegistryConfig.builder()
                        .regularExpressionFactory(new LinearPatterns())
                        .build()));
  }

  private static void bound(ExecutionContext context) {
    context.executionConfig(
        config -> config.maxEvaluationSteps(MAX_STEPS).maxEvaluationDepth(MAX_DEPTH));
  }

  /** {@code $ref} may name a part of the same document only. */
  private static void checkReferences(JsonNode schema) {
    for (var member : schema.properties()) {
      var value = member.getValue();
      if (member.getKey().equals("$ref")
          && value.isString()
          && !value.stringValue().startsWith("#")) {
        throw new UnfitSchemaException(
            "$ref is only for parts of the schema itself, #..., not " + value.stringValue());
      }
      if (!DATA.contains(member.getKey())) {
        checkReferences(value);
      }
    }
    if (schema.isArray()) {
      schema.forEach(JsonSchema::checkReferences);
    }
  }

  private static <T> T bounded(Callable<T> work) {
    try {
      return OwnThread.call(work);
    } catch (UnfitSchemaException e) {
      throw e;
    } catch (ValidationLimitExceededException e) {
      throw new UnfitSchemaException("The schema needs too many steps, or describes itself");
    } catch (SchemaException e) {
      throw new UnfitSchemaException(reason(e));
    }
  }

  private static String reason(SchemaException e) {
    for (@Nullable Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnfitSchemaException ours) {
        return String.valueOf(ours.getMessage());
      }
    }
    return "The schema can't be used: " + e.getMessage();
  }
}
