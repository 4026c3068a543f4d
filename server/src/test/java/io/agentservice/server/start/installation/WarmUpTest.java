package io.agentservice.server.start.installation;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.edge.HttpServer;
import org.junit.jupiter.api.Test;

/** A start goes on without them, only slower: nobody would see it. */
class WarmUpTest {
  @Test
  void aQueryIsAskedOfADatabaseThatIsNotThereYet() {
    assertThatCode(() -> Database.warmUp(FirstStartSql.class, FirstStartSql::account))
        .doesNotThrowAnyException();
  }

  @Test
  void aServerListensAndEnds() {
    assertThatCode(HttpServer::warmUp).doesNotThrowAnyException();
  }
}
