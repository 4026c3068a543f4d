package io.agentservice.server.base.db.copy;

import java.util.List;
import java.util.Map;

/**
 * What a copy of a database holds.
 *
 * @param takenAt its moment in Unix seconds, by the database's clock
 * @param schema the newest migration
 * @param masterKey the fingerprint of the key that its secrets are under
 * @param sequences the last values of those that were used
 */
public record Contents(
    long takenAt, int schema, String masterKey, List<Table> tables, Map<String, Long> sequences) {
  /** {@code columns} in the order of the copy, quoted. */
  public record Table(String name, List<String> columns, long rows) {}
}
