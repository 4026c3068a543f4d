package io.agentservice.server.agent.driver.traces;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.metrics.Metrics;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.traces.TraceSettings;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.sessions.parts.Host;
import io.agentservice.server.engine.sessions.parts.Requester;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.engine.sessions.parts.Task;
import io.agentservice.server.testing.Await;
import io.agentservice.server.testing.Collector;
import io.agentservice.server.testing.LogCapture;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What becomes of spans when their collector is away, refuses them or takes its time. */
@Isolated("reads the log of the whole process")
class OtlpTracesIT {
  /** More than are kept. */
  private static final int MANY = 4_000;

  private final Metrics metrics = new Metrics();
  private Collector collector;
  private Traces traces;
  private LogCapture log;

  @BeforeEach
  void start() {
    log = new LogCapture(Level.INFO);
    collector = new Collector();
    var settings =
        Settings.read(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", collector.address())).variables();
    traces = OtlpTraces.of(TraceSettings.of(settings), "1", metrics, InstantSource.system());
  }

  @AfterEach
  void stop() {
    collector.close();
    traces.close();
    log.close();
  }

  /** One stretch of a session of its own. */
  private void work() {
    var session =
        new Session(
            Id.create(SessionId.class),
            new AccountId("account-1"),
            new OrgId("org-1"),
            new Session.Standing(Status.RUNNING, null, null, false, null, null, null, 1),
            Requester.by("api"),
            Task.PLAIN,
            false,
            Host.ANY,
            new Session.Usage(null, BigDecimal.ZERO, BigDecimal.ZERO),
            new Session.Results(null, List.of(), List.of(), null, null),
            Instant.EPOCH,
            Instant.EPOCH);
    var trace = traces.of(session, () -> session);
    trace.saw(new LoopEvent.UserMessage("event-1", "p", null, List.of(), List.of()));
    trace.saw(new LoopEvent.Finished("done", null));
  }

  private long count(String fate) {
    String line = "agent_trace_spans_total{fate=\"" + fate + "\"} ";
    return metrics
        .text(List.of(), new AccountId("account-1"))
        .lines()
        .filter(text -> text.startsWith(line))
        .mapToLong(text -> (long) Double.parseDouble(text.substring(line.length())))
        .findFirst()
        .orElseThrow();
  }

  private List<String> told() {
    return log.from(Level.WARN).stream().filter(line -> line.contains("collector")).toList();
  }

  @Test
  void anOutageIsToldAtItsBeginningAndAtItsEndAndEachSpanIsCounted() {
    collector.answer(400);
    work();
    Await.until(() -> count("failed") == 1);
    work();
    Await.until(() -> count("failed") == 2);
    collector.answer(200);
    work();
    Await.until(() -> count("sent") == 1);
    work();
    Await.until(() -> count("sent") == 2);

    assertThat(told()).hasSize(2);
    assertThat(told().getFirst()).contains("takes no traces").contains("HTTP 400");
    assertThat(told().getLast()).contains("takes traces again").contains("2 spans were lost");
    assertThat(String.join("", log.from(Level.INFO))).doesNotContain(collector.address());
  }

  @Test
  void aCollectorThatIsSilentHoldsNobodyUpAndWhatIsTooMuchIsDropped() {
    collector.fallSilent();
    work();
    Await.until(() -> collector.requests() == 1);
    for (int i = 0; i < MANY; i++) {
      work(); // would take hours if it waited
    }

    assertThat(count("dropped")).isBetween((long) MANY - 2_048 - 512, (long) MANY);
    assertThat(count("sent")).isZero();
  }

  @Test
  void aServerThatStopsSendsWhatItHas() {
    work();
    traces.close();

    assertThat(collector.all()).hasSize(1);
    assertThat(count("sent")).isEqualTo(1);
  }

  @Test
  void aStopDoesNotWaitForASilentCollectorForLong() {
    collector.fallSilent();
    work();
    Await.until(() -> collector.requests() == 1);
    long start = System.nanoTime();

    traces.close();

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(9));
  }
}
