package io.agentservice.server.web.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.timeline.LivePieces;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.events.EventSignals;
import io.agentservice.server.base.http.answers.Waits;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.sessions.approvals.SessionApprovals;
import io.agentservice.server.testing.TcpProxy;
import io.agentservice.server.web.pages.html.Html;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a page of a log of 30,000 events, some 30 MB, makes the database send. */
@Timeout(200)
class LongLogIT {
  private static final int EVENTS = 30_000;

  /** What an event comes to on its way from the database, at most. */
  private static final int EVENT_BYTES = 1_300;

  @TempDir private Path home;
  private PageServer server;
  private TcpProxy network;
  private Database database;
  private LiveStream.Sources sources;
  private SessionId session;
  private int last;

  @BeforeEach
  void write() throws Exception {
    server = new PageServer(home, Map.of());
    session = server.create("Go on and on");
    server.sql(
        """
        INSERT INTO event (session_id, seq, epoch, type, data)
        SELECT session_id, last_seq + n, epoch, 'nudge', jsonb_build_object('text', 'nudge ' || n || repeat('x', 1000))
          FROM session, generate_series(1, %d) n WHERE session_id = '%s'
        """
            .formatted(EVENTS, session));
    server.sql(
        "UPDATE session SET status = 'EXIT', last_seq = last_seq + %d WHERE session_id = '%s'"
            .formatted(EVENTS, session));
    last =
        Integer.parseInt(
            server.value(
                "SELECT last_seq FROM session WHERE session_id = '%s'".formatted(session)));
    network = TcpProxy.before(server.database.jdbcUrl());
    database = Database.open(network.through(server.database.jdbcUrl()));
    var signals = new EventSignals();
    sources =
        new LiveStream.Sources(
            server.sources(new LivePieces(), Duration.ofMinutes(1)).sessions(),
            new EventLog(database, signals),
            signals,
            new LivePieces(),
            Duration.ofMinutes(1),
            Duration.ofMinutes(1));
  }

  @AfterEach
  void close() {
    database.close();
    network.close();
    server.close();
  }

  private String page(boolean all) {
    var found = sources.sessions().find(session).orElseThrow();
    return new SessionPage(
            sources.sessions(), sources.log(), new SessionApprovals(database, sources.sessions()))
        .show(found, all, Html.NONE, false)
        .toString();
  }

  @Test
  void aPageReadsTheNewestEventsAndSaysThatThereAreEarlierOnes() {
    long before = network.received();
    String page = page(false);

    assertThat(network.received() - before).isLessThan(2_100L * EVENT_BYTES);
    assertThat(page)
        .contains("Go on and on", "nudge " + EVENTS + "x", "nudge " + (EVENTS - 999) + "x")
        .doesNotContain("nudge " + (EVENTS - 1000) + "x")
        .contains("The earlier steps are left out.", "Show more");
  }

  @Test
  void aPageOfAllReadsAsMuchAsAPageCanHold() {
    long before = network.received();
    String page = page(true);

    assertThat(network.received() - before).isLessThan(5_000L * EVENT_BYTES);
    assertThat(page)
        .contains("nudge " + EVENTS + "x", "nudge " + (EVENTS - 1200) + "x")
        .contains("The earlier steps are left out, for this page would be too long.");
  }

  @Test
  void aStreamReadsWhatTheBrowserDoesNotHaveAndALittleBeforeIt() throws Exception {
    long before = network.received();
    var out = new ByteArrayOutputStream();
    new LiveStream(sources, session, last - 10, () -> true, out, new Waits()).write();

    assertThat(network.received() - before).isLessThan(600L * EVENT_BYTES);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("nudge " + EVENTS + "x", "nudge " + (EVENTS - 9) + "x", "event: end")
        .doesNotContain("nudge " + (EVENTS - 10) + "x");
  }
}
