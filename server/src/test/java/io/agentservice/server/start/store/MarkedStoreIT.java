package io.agentservice.server.start.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnStatements;
import org.junit.jupiter.api.Test;

/** The mark of the store among the secrets of the installation. */
class MarkedStoreIT extends OnStatements<StoreMarkerSql> {
  MarkedStoreIT() {
    super(StoreMarkerSql.class);
  }

  @Test
  void anotherSecretIsNoMark() {
    row("installation_secret", "name", "another", "value", "\\x61");
    assertThat(askOne(StoreMarkerSql::marker)).isEmpty();

    tell(sql -> sql.setMarker("mark"));
    assertThat(askOne(StoreMarkerSql::marker)).contains("mark");
  }
}
