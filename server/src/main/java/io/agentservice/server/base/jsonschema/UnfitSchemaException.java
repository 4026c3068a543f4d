package io.agentservice.server.base.jsonschema;

/** A schema that can't be used, or not for this value; the message says why, to a person. */
public final class UnfitSchemaException extends RuntimeException {
  UnfitSchemaException(String message) {
    super(message);
  }
}
