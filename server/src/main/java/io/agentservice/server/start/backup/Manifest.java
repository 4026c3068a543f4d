package io.agentservice.server.start.backup;

import io.agentservice.server.base.db.copy.Contents;

/**
 * What {@code manifest.json} says; written last.
 *
 * @param version of the service that made it
 * @param attachments files of them in the backup; 0 when their store is a bucket
 * @param bytes of all files
 * @param sums the SHA-256 of the list of files and their sums
 */
public record Manifest(
    int format,
    String version,
    Contents database,
    String attachmentStore,
    long attachments,
    long bytes,
    String sums) {
  static final int FORMAT = 1;

  /** Of all tables. */
  public long rows() {
    return database.tables().stream().mapToLong(Contents.Table::rows).sum();
  }
}
