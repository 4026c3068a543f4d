package io.agentservice.server.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.events.EventSignals;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.Turns.Tenure;
import io.agentservice.server.engine.outposts.Placement;
import io.agentservice.server.engine.queue.FeedSignal;
import io.agentservice.server.engine.queue.Queue;
import io.agentservice.server.testing.OnOutpost;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests that play remote and agent by hand, on the database of a whole server. */
public abstract class OnLifecycle extends OnOutpost {
  protected Database database;
  protected Queue queue;
  protected Transitions transitions;
  protected Lifecycle lifecycle;
  protected Turns turns;

  @BeforeEach
  void wire() {
    database = server.openDatabase();
    var log = new EventLog(database, new EventSignals());
    queue = new Queue(database, new FeedSignal(), 300, 60);
    transitions = new Transitions(queue, new Placement(_ -> null, "{}"), log, 0);
    var limits = new CycleLimits(this::rules);
    lifecycle = new Lifecycle(database, transitions, new ConnectTokens(new byte[32]), limits, 300);
    turns = new Turns(database, transitions, log, limits);
  }

  /** Of the limits by billing cycle. */
  protected CycleLimits.Rules rules() {
    return CycleLimits.Rules.NONE;
  }

  @AfterEach
  void unwire() {
    database.close();
  }

  /** A session whose remote, of the worker "w", has just connected for the first time. */
  protected String running() {
    String id = session();
    claim(id, "w").ok();
    connect(id);
    return id;
  }

  protected void connect(String id) {
    assertThat(lifecycle.connected(new SessionId(id), epoch(id))).isPresent();
  }

  protected long epoch(String id) {
    return server.given().number("SELECT epoch FROM session WHERE session_id = ?", id);
  }

  private long connection(String id) {
    return server.given().number("SELECT connection FROM session WHERE session_id = ?", id);
  }

  protected Tenure tenure(String id) {
    return new Tenure(epoch(id), connection(id));
  }

  protected void turn(String id, Consumer<Turns.Turn> change) {
    change(turns, new SessionId(id), tenure(id), change);
  }

  /** Changes that answer nothing. */
  static void change(Turns turns, SessionId session, Tenure tenure, Consumer<Turns.Turn> change) {
    var _ =
        turns.answer(
            session,
            tenure,
            turn -> {
              change.accept(turn);
              return true;
            });
  }

  /** Its path in the API. */
  protected String one(String id) {
    return path("sessions/" + id);
  }
}
