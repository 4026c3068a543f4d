package io.agentservice.server.base.background;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.testing.OnStatements;
import org.junit.jupiter.api.Test;

/** The lease of the node that leads. */
class LeaseIT extends OnStatements<LeadershipSql> {
  LeaseIT() {
    super(LeadershipSql.class);
  }

  @Test
  void aLeaseIsRenewedByItsHolderWhileItLasts() {
    row("leader", "node", "one", "until", "infinity");
    assertThat(askCount(sql -> sql.renew("one", 60))).isEqualTo(1);
    assertThat(askCount(sql -> sql.renew("other", 60))).isZero();
  }

  @Test
  void aLeaseThatIsOverIsNotRenewed() {
    row("leader", "node", "one", "until", "epoch");
    assertThat(askCount(sql -> sql.renew("one", 60))).isZero();
  }
}
