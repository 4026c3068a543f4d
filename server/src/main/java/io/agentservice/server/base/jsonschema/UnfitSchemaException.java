package io.agentservice.server.base.jsonschema;

/** A schema that can't be used, or not for this value; the message is for people. */
public final class UnfitSchemaException extends RuntimeException {
  UnfitSchemaException(String message) {
    super(message);
  }
}
