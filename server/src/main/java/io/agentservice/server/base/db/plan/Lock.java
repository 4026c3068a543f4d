package io.agentservice.server.base.db.plan;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** PostgreSQL's locks of tables, from the weakest on. */
public enum Lock {
  ACCESS_SHARE("nobody waits"),
  ROW_SHARE("nobody waits"),
  ROW_EXCLUSIVE("writers of the same rows wait"),
  SHARE_UPDATE_EXCLUSIVE("only vacuum and other changes of the table wait"),
  SHARE("writers wait"),
  SHARE_ROW_EXCLUSIVE("writers wait"),
  EXCLUSIVE("writers wait"),
  ACCESS_EXCLUSIVE("readers and writers wait");

  private final String meaning;

  Lock(String meaning) {
    this.meaning = meaning;
  }

  /** As PostgreSQL's manual writes it. */
  public String word() {
    return name().replace('_', ' ');
  }

  /** Who waits while it is held. */
  public String meaning() {
    return meaning;
  }

  static Optional<Lock> of(String word) {
    var name = word.strip().toUpperCase(Locale.ROOT).replaceAll("\\s+", "_");
    return Stream.of(values()).filter(lock -> lock.name().equals(name)).findFirst();
  }

  Lock or(Lock other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
