package io.agentservice.wire.json;

/** A text is no JSON, or not of the shape that its reader knows. Quotes nothing of the text. */
public final class JsonException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is wrong. */
  public JsonException(String message) {
    super(message);
  }
}
