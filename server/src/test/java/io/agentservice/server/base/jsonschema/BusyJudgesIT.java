package io.agentservice.server.base.jsonschema;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.testing.OnOrganization;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All threads that judge by schemas are at work. */
class BusyJudgesIT extends OnOrganization {
  private static final String BODY =
      json("prompt", "p", "structured_output_schema", fields("type", "object"));

  private CountDownLatch goOn;

  @BeforeEach
  void occupy() {
    goOn = new CountDownLatch(1);
    var end = goOn;
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      var _ =
          OwnThread.THREADS.submit(() -> {
            end.await();
            return true;
          });
    }
  }

  @AfterEach
  void free() {
    goOn.countDown();
  }

  @Test
  void aSchemaThatCanNotBeJudgedInTimeIsNotCalledUnfit() {
    var busy = member.post(path("sessions"), BODY).refused(503, "unavailable");
    assertThat(busy.header("Retry-After")).isEqualTo("1");

    goOn.countDown();
    await(() -> member.post(path("sessions"), BODY).status() == 200);
  }

  @Test
  void whatWaitsForAThreadIsBusyAndWhatComputesTooLongIsUnfit() {
    assertThatThrownBy(() -> OwnThread.call(() -> true)).isInstanceOf(JudgesBusyException.class);

    goOn.countDown();
    var never = new CountDownLatch(1);
    assertThatThrownBy(() ->
            OwnThread.call(() -> {
              never.await();
              return true;
            }))
        .isInstanceOf(UnfitSchemaException.class)
        .hasMessageContaining("takes too long");
  }
}
