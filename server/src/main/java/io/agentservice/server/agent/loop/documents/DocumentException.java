package io.agentservice.server.agent.loop.documents;

import java.io.Serial;

/** A document that was not read; the message says why to a model, as the end of a sentence. */
public final class DocumentException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  DocumentException(String message) {
    super(message);
  }
}
