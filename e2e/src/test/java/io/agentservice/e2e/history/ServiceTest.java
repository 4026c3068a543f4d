package io.agentservice.e2e.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.e2e.history.ServersQueue.Try;
import io.agentservice.e2e.servers.Blow;
import io.agentservice.e2e.servers.Blow.Down;
import io.agentservice.e2e.servers.Scenario;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How service is measured: two servers, of which the second was down from 10 s to 20 s. */
class ServiceTest {
  private static final Blow BLOW =
      new Blow(Scenario.KILL, 10_000, 20_000, List.of(new Down(1, 10_000, 20_000)));

  private final List<Try> tries = new ArrayList<>();

  /** Each 100 ms an answer of that kind, from the server. */
  private void answers(int server, long from, long to, int status) {
    for (long at = from; at <= to; at += 100) {
      tries.add(new Try(server, at, status));
    }
  }

  private Service measured() {
    return Service.around(BLOW, 2, tries);
  }

  @Test
  void aServerThatIsDownIsNotExpectedToServeButAgainAfterwards() {
    answers(0, 0, 30_000, 200);
    answers(1, 0, 9_900, 200);
    answers(1, 22_000, 30_000, 200);

    assertThat(measured().unserved()).isEqualTo(2_000);
  }

  @Test
  void aHealthyServerThatServesNobodyIsSeen() {
    answers(0, 0, 12_000, 200);
    answers(0, 12_100, 14_900, 503);
    answers(0, 15_000, 30_000, 200);
    answers(1, 0, 30_000, 200);

    assertThat(measured().unserved()).isEqualTo(3_000);
    assertThat(measured().errors()).isZero();
  }

  @Test
  void everyOther5xxIsAnErrorAndWhatIsFarAwayDoesNotCount() {
    tries.add(new Try(0, 12_000, 500));
    tries.add(new Try(1, 12_000, 502));
    tries.add(new Try(1, 12_000, 0));
    tries.add(new Try(1, 12_000, 503));
    tries.add(new Try(0, 1_000, 500));

    assertThat(measured().errors()).isEqualTo(2);
    assertThat(measured().operations()).isEqualTo(4);
  }
}
