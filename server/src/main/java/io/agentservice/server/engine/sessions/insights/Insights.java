package io.agentservice.server.engine.sessions.insights;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.background.Doorbell;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Outage;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.parts.Analysis;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.engine.sessions.parts.SessionFilter;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Insights into sessions (sessions.md 7): counts, and an analysis made once in the background, by
 * another node if this one ends.
 */
public final class Insights {
  private static final Logger LOG = LoggerFactory.getLogger(Insights.class);

  /** At the same time on one node. */
  private static final int MOST = 4;

  /** How often one is begun that never comes to an end: it may be what ends the nodes. */
  private static final int TRIES = 3;

  private final Database database;
  private final Sessions sessions;
  private final Doorbell due = new Doorbell();
  private final Semaphore free = new Semaphore(MOST);
  private final Set<SessionId> held = ConcurrentHashMap.newKeySet();
  private final AtomicReference<@Nullable Analyst> analyst = new AtomicReference<>();

  Insights(Database database, Sessions sessions) {
    this.database = database;
    this.sessions = sessions;
  }

  /** From now on analyses are made, by this one. */
  public void analyst(Analyst of) {
    analyst.set(of);
    due.ring();
  }

  /** Rung when there is one to be made. */
  public Doorbell due() {
    return due;
  }

  /** A session with what is known of its course; {@code analysis} is JSON, null for none. */
  public record Insight(
      Session session, long userMessages, long agentMessages, @Nullable String analysis) {}

  /** Those of matching sessions, newest first. */
  Listing<Insight> list(Scope scope, SessionFilter filter) {
    return list(sessions.list(scope, filter));
  }

  /** Those of a list's sessions, in its order. */
  Listing<Insight> list(Listing<Session> all) {
    return all.made(this::rows, Insight::session);
  }

  /** A page ends by the bytes of its analyses, too. */
  private Rows<Insight> rows(Rows<Session> page) {
    var ids = page.items().stream().map(Session::sessionId).toList();
    return database.with(
        InsightSql.class, sql -> page.fitting(sql.sizes(ids)).made(found -> insights(sql, found)));
  }

  /** Of one. */
  Insight of(Session session) {
    return database.with(InsightSql.class, sql -> insights(sql, List.of(session)).getFirst());
  }

  private static List<Insight> insights(InsightSql sql, List<Session> sessions) {
    Map<SessionId, InsightSql.Row> rows =
        sql.of(sessions.stream().map(Session::sessionId).toList()).stream()
            .collect(Collectors.toMap(InsightSql.Row::sessionId, Function.identity()));
    return sessions.stream()
        .map(session -> {
          var row = rows.get(session.sessionId());
          return row == null
              ? new Insight(session, 0, 0, null)
              : new Insight(session, row.userMessages(), row.agentMessages(), row.analysis());
        })
        .toList();
  }

  /** Has the analysis made; false when it is there or is being made. */
  boolean generate(OrgId org, SessionId id, Caller caller) {
    return database.inTransaction(tx -> {
      if (tx.on(InsightSql.class).begin(id) == 0) {
        return false;
      }
      Audit.record(tx, caller, "generate_insights", org, Map.of("session_id", id.value()));
      tx.afterCommit(due::ring);
      return true;
    });
  }

  /** Begins what is due, each on a thread of its own; returns at once. */
  public void beginDue(BooleanSupplier goesOn) {
    var with = analyst.get();
    if (with == null) {
      return;
    }
    boolean more = true;
    while (more && goesOn.getAsBoolean() && free.tryAcquire()) {
      boolean begun = false;
      try {
        begun = begin(with);
      } finally {
        if (!begun) {
          free.release();
        }
      }
      more = begun;
    }
  }

  /** Begins one that is due; false when there is none. */
  private boolean begin(Analyst with) {
    var next = database.with(InsightSql.class, InsightSql::takeUp).orElse(null);
    if (next == null) {
      return false;
    }
    var id = next.sessionId();
    held.add(id);
    boolean started = false;
    try {
      Thread.ofVirtual().name("insights-" + id).start(() -> end(next, with));
      started = true;
      return true;
    } finally {
      if (!started) {
        held.remove(id);
      }
    }
  }

  private void end(InsightSql.Due next, Analyst with) {
    try {
      make(next, with);
    } finally {
      held.remove(next.sessionId());
      free.release();
      due.ring();
    }
  }

  /** Keeps other nodes from what this one is making. To be called every few seconds. */
  public void hold() {
    var ids = List.copyOf(held);
    if (!ids.isEmpty()) {
      var _ = database.with(InsightSql.class, sql -> sql.hold(ids));
    }
  }

  private void make(InsightSql.Due next, Analyst with) {
    var id = next.sessionId();
    try {
      var session = sessions.find(id).orElseThrow();
      var analysis = next.tries() > TRIES ? null : with.analyze(session, account(id));
      if (analysis == null) {
        throw new Analyst.FailedException("begun %d times without an end".formatted(TRIES));
      }
      keep(id, analysis);
    } catch (RuntimeException e) {
      LOG.warn("no insights session={}: {}", id, String.valueOf(e.getMessage()));
      if (!Outage.is(e)) {
        database.useTransaction(tx -> tx.on(InsightSql.class).giveUp(id));
      }
    }
  }

  /** With the category, which the session has from then on; the first analysis stays. */
  private void keep(SessionId id, Analysis analysis) {
    var classification = analysis.classification();
    database.useTransaction(tx -> {
      var sql = tx.on(InsightSql.class);
      if (sql.keep(id, Json.MAPPER.writeValueAsString(analysis)) > 0 && classification != null) {
        sql.classify(id, classification.category());
      }
    });
  }

  private Analyst.Account account(SessionId id) {
    return new Analyst.Account() {
      @Override
      public boolean affords(BigDecimal dollars) {
        return database.with(InsightSql.class, sql -> sql.affords(id, dollars));
      }

      @Override
      public void book(BigDecimal dollars) {
        database.useTransaction(tx -> tx.on(InsightSql.class).book(id, dollars));
      }
    };
  }
}
