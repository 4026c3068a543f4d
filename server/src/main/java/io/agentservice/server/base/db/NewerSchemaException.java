package io.agentservice.server.base.db;

/** A later release has changed the database; the message says so and what to do. */
public final class NewerSchemaException extends RuntimeException {
  NewerSchemaException(int found, int known) {
    super(
        "The database has been brought to version %d by a newer release; this one knows up to %d."
                .formatted(found, known)
            + " Start that release or a later one, or restore a backup from before its first start");
  }
}
