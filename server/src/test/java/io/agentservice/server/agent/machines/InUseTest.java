package io.agentservice.server.agent.machines;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.testing.Await;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class InUseTest {
  @Test
  void useIsToldOnceInAWhileForEachSession() {
    List<SessionId> told = new CopyOnWriteArrayList<>();
    var inUse = new InUse(told::add);
    var one = Id.create(SessionId.class);
    var other = Id.create(SessionId.class);

    for (int i = 0; i < 5; i++) {
      inUse.accept(one);
      inUse.accept(other);
    }

    Await.until(() -> told.size() >= 2);
    assertThat(told).containsExactlyInAnyOrder(one, other);
  }
}
