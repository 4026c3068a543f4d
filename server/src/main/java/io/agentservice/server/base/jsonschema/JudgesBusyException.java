package io.agentservice.server.base.jsonschema;

/** So many values are judged at the moment that this one has to come again. */
public final class JudgesBusyException extends RuntimeException {
  JudgesBusyException() {
    super("Too many values are judged by schemas at the moment");
  }
}
